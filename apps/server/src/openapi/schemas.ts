import * as contract from '@campus/contract';
import { z } from 'zod';

/** A JSON Schema of the 2020-12 draft, which is what OpenAPI 3.1 speaks; none in ours is a plain yes or no. */
export interface JsonSchema extends z.core.JSONSchema.JSONSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

export const pascal = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`;

/** Schemas worth a name of their own: records and choices, not the text or number in them. */
const isNameable = (value: unknown): value is z.ZodType =>
  value instanceof z.ZodObject || value instanceof z.ZodEnum || value instanceof z.ZodUnion;

/** What the contract exports keeps its name; of two with the same one, the second says its feature. */
const namedSchemas = () => {
  const registry = z.registry<{ id: string }>();
  const taken = new Set<string>();
  for (const [feature, exported] of Object.entries(contract)) {
    if (typeof exported !== 'object' || exported instanceof z.ZodType) continue;
    for (const [name, value] of Object.entries(exported as object)) {
      if (!isNameable(value) || registry.has(value) || /query$/i.test(name)) continue;
      const id = taken.has(pascal(name)) ? `${pascal(feature)}${pascal(name)}` : pascal(name);
      taken.add(id);
      registry.add(value, { id });
    }
  }
  return registry;
};

/** Says the same with fewer words: for people, and for the programs that generate clients. */
const tidy = (schema: JsonSchema): JsonSchema => {
  // The safe integers of JavaScript are no rule of ours, and a format says what its pattern does.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format) delete schema.pattern;
  const { anyOf, ...rest } = schema;
  const choices = anyOf?.flatMap((one) =>
    one.anyOf && Object.keys(one).length === 1 ? one.anyOf : [one],
  );
  if (!choices) return schema;
  // A plain type or null is one type of two names.
  const value = choices.find(({ type }) => type !== 'null');
  const isNullable = choices.length === 2 && choices.some(({ type }) => type === 'null');
  if (!isNullable || typeof value?.type !== 'string' || value.enum || 'const' in value)
    return { ...schema, anyOf: choices };
  return { ...value, ...rest, type: [value.type, 'null'] };
};

/** The part of the document that schemas are collected in, each said once and referred to. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly #names = namedSchemas();

  /**
   * The schema of what a client sends (`input`) or gets (`output`). A reply may hold more in a later
   * version, so it is not closed; a body is, where the contract closes it.
   */
  of(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const converted = z.toJSONSchema(schema, {
      io,
      metadata: this.#names,
      override: ({ zodSchema, jsonSchema }) => {
        Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
        delete jsonSchema.id;
      },
    });
    const {
      $schema: _,
      $defs = {},
      ...root
    } = JSON.parse(
      JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/'),
      (key, value: JsonSchema) => {
        // Those hold schemas by the names of fields, which are no keywords.
        if (typeof value !== 'object' || key === 'properties' || key === '$defs') return value;
        if (io === 'output' && value?.additionalProperties === false)
          delete value.additionalProperties;
        return value && tidy(value);
      },
    ) as JsonSchema & { $defs?: Record<string, JsonSchema> };
    for (const [name, named] of Object.entries($defs)) this.add(name, named);
    return root;
  }

  /** The fields of an object by themselves, as parameters are said one by one. */
  fieldsOf(schema: z.ZodType, io: 'input' | 'output'): Pick<JsonSchema, 'properties' | 'required'> {
    if (schema instanceof z.ZodUnion) {
      // Of a choice of objects, none of their fields is always asked for.
      const either = schema.options.map((one) => this.fieldsOf(one as z.ZodType, io).properties);
      return { properties: Object.assign({}, ...either) };
    }
    if (!(schema instanceof z.ZodObject)) throw new Error('Only an object has fields.');
    // A copy has no name, so it is not referred to.
    return this.of(schema.extend({}), io);
  }

  /** @throws when the name is another schema's, such as of a record that is sent otherwise than it comes back */
  add(name: string, schema: JsonSchema): JsonSchema {
    const there = (this.schemas[name] ??= schema);
    if (JSON.stringify(there) !== JSON.stringify(schema))
      throw new Error(`Two shapes are called ${name}: give them two names in the contract.`);
    return { $ref: `#/components/schemas/${name}` };
  }
}
