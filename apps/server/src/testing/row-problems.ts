import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { z } from 'zod';

/** What a plain statement declares: its rows' schema, their columns, or the type of the only column. */
export type DeclaredRow = z.ZodType | z.ZodRawShape;

const { builtins } = pg.types;
const json: readonly number[] = [builtins.JSON, builtins.JSONB];
/** A sample value, as the driver returns it, for each type that it does not return as text. */
const samples = new Map<number, unknown>([
  [builtins.BOOL, true],
  [builtins.BYTEA, Buffer.of()],
  ...[builtins.INT2, builtins.INT4, builtins.OID].map((type) => [type, 0] as const),
  ...[builtins.FLOAT4, builtins.FLOAT8].map((type) => [type, 0.5] as const),
  ...[builtins.TIMESTAMP, builtins.TIMESTAMPTZ].map((type) => [type, new Date(0)] as const),
  // Arrays of boolean, integer, text, bigint and date, for which the driver has no names.
  [1000, [true]],
  [1007, [0]],
  ...[1009, 1016, 1182].map((type) => [type, ['']] as const),
]);

const isOfAnotherType = (type: z.ZodType, sample: unknown): boolean =>
  type
    .safeParse(sample)
    .error?.issues.some(
      (issue) =>
        issue.code === 'invalid_type' ||
        (issue.code === 'invalid_value' && typeof issue.values[0] !== typeof sample),
    ) ?? false;

/** A plain type declares the only column, whatever its name. */
const schemaOf = (declared: DeclaredRow, names: readonly string[]): z.ZodType => {
  if (!(declared instanceof z.ZodType)) return z.object(declared);
  return declared instanceof z.ZodObject ||
    declared instanceof z.ZodRecord ||
    declared instanceof z.ZodUnion
    ? declared
    : z.object({ [names.length === 1 ? names[0]! : 'the only column']: declared });
};

const columnsOf = (row: z.ZodType): Record<string, z.ZodType> => {
  if (row instanceof z.ZodRecord)
    return Object.fromEntries(
      (row.keyType as z.ZodEnum).options.map((name) => [name, row.valueType as z.ZodType]),
    );
  if (row instanceof z.ZodObject) return row.shape;
  const kinds = (row as z.ZodUnion<z.ZodType[]>).options.map(columnsOf);
  const names = kinds.flatMap((columns) => Object.keys(columns));
  return Object.fromEntries(
    names.map((name) => [name, z.union(kinds.map((columns) => columns[name] ?? z.undefined()))]),
  );
};

/** How a result differs from its declaration, in words. */
export const rowProblems = (declared: DeclaredRow, { fields, rows }: pg.QueryResult): string[] => {
  const names = fields.map(({ name }) => name);
  const row = schemaOf(declared, names);
  const columns = columnsOf(row);
  const missing = Object.keys(columns).filter((name) => !names.includes(name));
  const isOpen = row instanceof z.ZodObject && row.def.catchall;
  return [
    ...missing.map((name) => `does not answer "${name}"`),
    ...fields.flatMap(({ name, dataTypeID }) => {
      const type = columns[name];
      if (!type) return isOpen ? [] : [`answers "${name}", which is not declared`];
      const sample = samples.has(dataTypeID) ? samples.get(dataTypeID) : '';
      return !json.includes(dataTypeID) && isOfAnotherType(type, sample)
        ? [`answers "${name}" as ${sample === '' ? 'text' : JSON.stringify(sample)}`]
        : [];
    }),
    ...rows.flatMap((answered: unknown) => {
      const { data, error } = row.safeParse(answered);
      if (error) return [z.prettifyError(error)];
      return isDeepStrictEqual(data, answered) ? [] : [`answers ${JSON.stringify(answered)}`];
    }),
  ];
};
