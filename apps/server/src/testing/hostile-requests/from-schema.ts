import fc from 'fast-check';
import type { JsonSchema } from '../../openapi/schemas.ts';
import { hostileNumbers, hostileText, hostileTexts, hostileValue } from './hostile-values.ts';

/** The schemas to which references point, and words that exist on this campus. */
export interface Vocabulary {
  readonly named: Readonly<Record<string, JsonSchema>>;
  /** Ids, addresses and dates of existing records. */
  readonly known: readonly string[];
}

const between = (schema: JsonSchema, value: number): boolean =>
  value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity);

const numberOf = (schema: JsonSchema): fc.Arbitrary<number> => {
  const { minimum = 0, maximum = 2 ** 31 - 1 } = schema;
  const allowed = [...hostileNumbers, minimum, maximum, 2, 75].filter((one) =>
    between(schema, one),
  );
  return fc.constantFrom(
    ...(schema.type === 'integer' ? allowed.filter(Number.isInteger) : allowed),
  );
};

/** A text that the schema accepts, if there is one. */
const textOf = (schema: JsonSchema, { known }: Vocabulary): fc.Arbitrary<string> => {
  const { maxLength = 400, minLength = 0 } = schema;
  const all = [...known, ...hostileTexts, 'Text', 'x'.repeat(Math.min(maxLength, 6000))];
  const fitting = all.filter(
    (one) =>
      one.length <= maxLength &&
      one.length >= minLength &&
      (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(one)),
  );
  const pool = fitting.length > 0 ? fitting : all;
  return fc.oneof(fc.constantFrom(...pool), fc.constantFrom(...known));
};

/**
 * Values of a JSON Schema with odd contents: mostly valid enough to pass the schema and reach the code
 * behind it, occasionally not even that.
 */
export const fromSchema = (schema: JsonSchema, words: Vocabulary): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 12, arbitrary: shaped(schema, words) },
    { weight: 1, arbitrary: hostileValue },
  );

const shaped = (schema: JsonSchema, words: Vocabulary): fc.Arbitrary<unknown> => {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace('#/components/schemas/', '');
    return shaped(words.named[name] ?? {}, words);
  }
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((one) => shaped(one, words)));
  const types = [schema.type ?? []].flat();
  if (types.length > 1) return fc.oneof(...types.map((type) => shaped({ ...schema, type }, words)));
  switch (types[0]) {
    case 'object': {
      const { properties = {}, required = [] } = schema;
      const fields = Object.entries(properties).map(([key, inner]) => [
        key,
        fromSchema(inner, words),
      ]);
      return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys: required,
      });
    }
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, words), {
        minLength: Math.min(schema.minItems ?? 0, 3),
        maxLength: 3,
      });
    case 'string':
      return textOf(schema, words);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return hostileText;
  }
};
