/** A JSON Schema of the 2020-12 draft, which is what OpenAPI 3.1 speaks. */
export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  multipleOf?: number;
  description?: string;
  contentMediaType?: string;
  [keyword: string]: unknown;
}

const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const;

/** The schema with `change` applied to each schema directly inside it. */
export const mapInside = (
  schema: JsonSchema,
  change: (inner: JsonSchema) => JsonSchema,
): JsonSchema => {
  const mapped = { ...schema };
  if (schema.properties)
    mapped.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [name, change(inner)]),
    );
  if (schema.items) mapped.items = change(schema.items);
  if (typeof schema.additionalProperties === 'object')
    mapped.additionalProperties = change(schema.additionalProperties);
  for (const list of lists) if (schema[list]) mapped[list] = schema[list].map(change);
  return mapped;
};

const isNull = (schema: JsonSchema): boolean => schema.type === 'null';

/** `anyOf` of a plain type and null is said as a type of two names. */
const withNull = (schema: JsonSchema): JsonSchema => {
  const { anyOf, ...rest } = schema;
  if (anyOf?.length !== 2 || !anyOf.some(isNull)) return schema;
  const value = anyOf.find((one) => !isNull(one));
  if (!value || typeof value.type !== 'string' || value.enum || 'const' in value) return schema;
  return { ...value, ...rest, type: [value.type, 'null'] };
};

/** Says the same with fewer words: for people, and for the programs that generate clients. */
export const tidy = (schema: JsonSchema): JsonSchema => {
  const { $schema: _, id, ...rest } = mapInside(schema, tidy);
  const tidied: JsonSchema = rest;
  if (id !== undefined && typeof id !== 'string') tidied['id'] = id;
  if (tidied.anyOf)
    tidied.anyOf = tidied.anyOf.flatMap((one) =>
      one.anyOf && Object.keys(one).length === 1 ? one.anyOf : [one],
    );
  // The safe integers of JavaScript are no rule of ours, and a format says what its pattern does.
  if (tidied.minimum === Number.MIN_SAFE_INTEGER) delete tidied.minimum;
  if (tidied.maximum === Number.MAX_SAFE_INTEGER) delete tidied.maximum;
  if (tidied.format) delete tidied.pattern;
  return withNull(tidied);
};
