import * as contract from '@campus/contract';
import { z } from 'zod';

/** A JSON Schema (draft 2020-12), as used by OpenAPI 3.1; ours never contain `true` or `false` as schemas. */
export interface JsonSchema extends z.core.JSONSchema.JSONSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

/** Whether a schema gets its own name: objects, enums and unions do, plain values do not. */
const isNameable = (value: unknown): value is z.ZodType =>
  value instanceof z.ZodObject || value instanceof z.ZodEnum || value instanceof z.ZodUnion;

/** Schemas exported by the contract keep their names; a name already taken gets the feature as a prefix. */
const namedSchemas = () => {
  const registry = z.registry<{ id: string }>();
  const taken = new Set<string>();
  for (const [feature, exported] of Object.entries(contract)) {
    if (typeof exported !== 'object' || exported instanceof z.ZodType) continue;
    for (const [name, value] of Object.entries(exported as object)) {
      if (!isNameable(value) || registry.has(value) || /query$/i.test(name)) continue;
      const id = taken.has(contract.capitalise(name))
        ? `${contract.capitalise(feature)}${contract.capitalise(name)}`
        : contract.capitalise(name);
      taken.add(id);
      registry.add(value, { id });
    }
  }
  return registry;
};

/** Simplifies a schema for people and client generators. */
const tidy = (schema: JsonSchema): JsonSchema => {
  // JavaScript's safe integers are not our limits, and a format implies its pattern.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format) delete schema.pattern;
  const { anyOf, ...rest } = schema;
  const choices = anyOf?.flatMap((one) =>
    one.anyOf && Object.keys(one).length === 1 ? one.anyOf : [one],
  );
  if (!choices) return schema;
  // A plain type or null becomes `type: [type, 'null']`.
  const value = choices.find(({ type }) => type !== 'null');
  const isNullable = choices.length === 2 && choices.some(({ type }) => type === 'null');
  if (!isNullable || typeof value?.type !== 'string' || value.enum || 'const' in value)
    return { ...schema, anyOf: choices };
  return { ...value, ...rest, type: [value.type, 'null'] };
};

/** Collects the document's named schemas, to which the rest refers. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly #names = namedSchemas();

  /**
   * The schema of what a client sends (`input`) or receives (`output`). Replies allow additional
   * properties, because later versions may add some; bodies are as strict as the contract.
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
        // These contain schemas by field name, which are not keywords.
        if (typeof value !== 'object' || key === 'properties' || key === '$defs') return value;
        if (io === 'output' && value?.additionalProperties === false)
          delete value.additionalProperties;
        return value && tidy(value);
      },
    ) as JsonSchema & { $defs?: Record<string, JsonSchema> };
    for (const [name, named] of Object.entries($defs)) this.add(name, named);
    return root;
  }

  /** The fields of an object, for parameters, which are listed one by one. */
  fieldsOf(schema: z.ZodType, io: 'input' | 'output'): Pick<JsonSchema, 'properties' | 'required'> {
    if (schema instanceof z.ZodUnion) {
      // In a union of objects, no field is always required.
      const either = schema.options.map((one) => this.fieldsOf(one as z.ZodType, io).properties);
      return { properties: Object.assign({}, ...either) };
    }
    if (!(schema instanceof z.ZodObject)) throw new Error('Only an object has fields.');
    // A copy has no name and so is not replaced by a reference.
    return this.of(schema.extend({}), io);
  }

  /** @throws if another schema has the name, for example if a record's input and output differ */
  add(name: string, schema: JsonSchema): JsonSchema {
    const there = (this.schemas[name] ??= schema);
    if (JSON.stringify(there) !== JSON.stringify(schema))
      throw new Error(`Two shapes are called ${name}: give them two names in the contract.`);
    return { $ref: `#/components/schemas/${name}` };
  }
}
