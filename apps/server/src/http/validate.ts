import type { ErrorCode, FieldProblem } from '@campus/contract';
import type { z } from 'zod';
import { CampusError } from '../campus-error.ts';

const fieldName = (path: readonly PropertyKey[]): string => path.map(String).join('.');

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };

/** The sentence for a rule whose schema has none of its own. */
const sentenceOf = (issue: z.core.$ZodIssue): string => {
  const last = issue.path.at(-1);
  const name = typeof last === 'number' ? 'The entry' : String(last ?? 'The request');
  const amount = (least: string, limit: number | bigint, origin: string): string => {
    const unit = units[origin];
    return `${name} must ${unit ? 'have' : 'be'} ${least} ${limit}${unit ?? ''}`;
  };
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${name} ${issue.path.length > 0 ? 'is missing' : 'has no body'}`
        : `${name} must be ${kinds[issue.expected] ?? 'of another kind'}`;
    case 'invalid_value':
      return `${name} must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'too_small':
      return issue.minimum === 1 && units[issue.origin]
        ? `${name} is empty`
        : amount('at least', issue.minimum, issue.origin);
    case 'too_big':
      return amount('at most', issue.maximum, issue.origin);
    case 'invalid_union':
      return `${name} is missing or unknown`;
    default:
      return `${name} is not valid`;
  }
};

const problemsOf = (issues: readonly z.core.$ZodIssue[]): FieldProblem[] =>
  issues.flatMap((issue): FieldProblem[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        field: fieldName([...issue.path, key]),
        message: `Unknown field "${key}"`,
      }));
    // A union without its own message: its last branch is the one for actual values.
    if (issue.code === 'invalid_union' && issue.message === '') {
      const inner = issue.errors.at(-1) ?? [];
      if (inner.length > 0)
        return problemsOf(inner.map((one) => ({ ...one, path: [...issue.path, ...one.path] })));
    }
    return [{ field: fieldName(issue.path), message: issue.message || sentenceOf(issue) }];
  });

/** Validates one part of a request; throws an error that lists every problem. */
export const validate = <S extends z.ZodType>(
  schema: S,
  value: unknown,
  code: ErrorCode,
): z.output<S> => {
  const result = schema.safeParse(value, { error: () => '', reportInput: true });
  if (result.success) return result.data;
  const problems = problemsOf(result.error.issues);
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  throw new CampusError(code, first ? `${first.message}${more}` : undefined, {
    details: problems.slice(0, 200),
  });
};
