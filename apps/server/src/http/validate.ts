import type { ErrorCode, FieldProblem } from '@campus/contract';
import type { z } from 'zod';
import { CampusError } from '../campus-error.ts';

const fieldName = (path: readonly PropertyKey[]): string => path.map(String).join('.');

const problemsOf = (issues: readonly z.core.$ZodIssue[]): FieldProblem[] =>
  issues.flatMap((issue): FieldProblem[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        field: fieldName([...issue.path, key]),
        message: `Unknown field "${key}"`,
      }));
    // A union without its own message: its last branch is the one for actual values.
    if (issue.code === 'invalid_union' && issue.message === 'Invalid input') {
      const inner = issue.errors.at(-1) ?? [];
      if (inner.length > 0)
        return problemsOf(inner.map((one) => ({ ...one, path: [...issue.path, ...one.path] })));
    }
    return [{ field: fieldName(issue.path), message: issue.message }];
  });

/** Validates one part of a request; throws an error that lists every problem. */
export const validate = <S extends z.ZodType>(
  schema: S,
  value: unknown,
  code: ErrorCode,
): z.output<S> => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = problemsOf(result.error.issues);
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  throw new CampusError(code, first ? `${first.message}${more}` : undefined, {
    details: problems.slice(0, 200),
  });
};
