import * as contract from '@campus/contract';
import { z } from 'zod';
import { type JsonSchema, mapInside, tidy } from './json-schema.ts';

export const pascal = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`;

/** Schemas worth a name of their own: records and choices, not the text or number in them. */
const isNameable = (value: unknown): value is z.ZodType =>
  value instanceof z.ZodObject || value instanceof z.ZodEnum || value instanceof z.ZodUnion;

/** What the contract exports keeps its name; of two with the same one, the second says its feature. */
const namedSchemas = (): ReturnType<typeof createRegistry> => {
  const registry = createRegistry();
  const taken = new Set<string>();
  const add = (name: string, value: unknown, feature: string): void => {
    if (!isNameable(value) || registry.has(value) || /query$/i.test(name)) return;
    const id = taken.has(pascal(name)) ? `${pascal(feature)}${pascal(name)}` : pascal(name);
    taken.add(id);
    registry.add(value, { ...z.globalRegistry.get(value), id });
  };
  for (const [feature, exported] of Object.entries(contract)) {
    if (typeof exported !== 'object' || exported instanceof z.ZodType) continue;
    for (const [name, value] of Object.entries(exported)) add(name, value, feature);
  }
  return registry;
};

const createRegistry = () => z.registry<{ id: string }>();

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
        const { id: _, ...said } = z.globalRegistry.get(zodSchema) ?? {};
        Object.assign(jsonSchema, said);
        if (io === 'output' && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
      },
    }) as JsonSchema;
    const { $defs = {}, ...root } = converted;
    const names = new Map<string, string>();
    const withStoredReferences = (inner: JsonSchema): JsonSchema => {
      const name = inner.$ref?.replace('#/$defs/', '');
      if (name === undefined) return mapInside(inner, withStoredReferences);
      const known = names.get(name);
      if (known !== undefined) return { ...inner, $ref: refTo(known) };
      // Set before going on: a schema may hold itself.
      names.set(name, name);
      const stored = this.#store(
        name,
        tidy(mapInside($defs[name] ?? {}, withStoredReferences)),
        io,
      );
      names.set(name, stored);
      return { ...inner, $ref: refTo(stored) };
    };
    return tidy(withStoredReferences(root));
  }

  /** The fields of an object by themselves, as parameters are said one by one. */
  fieldsOf(schema: z.ZodType, io: 'input' | 'output'): Pick<JsonSchema, 'properties' | 'required'> {
    if (!(schema instanceof z.ZodObject)) throw new Error('Only an object has fields.');
    // A copy has no name, so it is not referred to.
    return this.of(schema.extend({}), io);
  }

  /** Adds a schema that the contract does not name. */
  add(name: string, schema: JsonSchema): JsonSchema {
    this.schemas[name] = schema;
    return { $ref: refTo(name) };
  }

  /** Where a record is sent otherwise than it comes back, both shapes have a name. */
  #store(name: string, schema: JsonSchema, io: 'input' | 'output'): string {
    const there = this.schemas[name];
    const same = there === undefined || JSON.stringify(there) === JSON.stringify(schema);
    const stored = same ? name : `${name}${pascal(io)}`;
    this.schemas[stored] = schema;
    return stored;
  }
}

const refTo = (name: string): string => `#/components/schemas/${name}`;
