import { appendFileSync } from 'node:fs';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { afterAll } from 'vitest';
import { z } from 'zod';

// A setup file of the tests (vitest.config.ts): the file fails in which a plain statement answers
// other rows than it declares. Says where it stands, for `npm test` to find those that never ran.

interface Declared {
  readonly row: z.ZodType | z.ZodRawShape;
  readonly statement: string | { readonly text?: string };
  readonly result: Promise<pg.QueryResult<Record<string, unknown>>>;
}

const { builtins } = pg.types;
const json: readonly number[] = [builtins.JSON, builtins.JSONB];
/** A value as it arrives of each type that does not arrive as text. */
const samples = new Map<number, unknown>([
  [builtins.BOOL, true],
  [builtins.BYTEA, Buffer.of()],
  ...[builtins.INT2, builtins.INT4, builtins.OID].map((type) => [type, 0] as const),
  ...[builtins.FLOAT4, builtins.FLOAT8].map((type) => [type, 0.5] as const),
  ...[builtins.TIMESTAMP, builtins.TIMESTAMPTZ].map((type) => [type, new Date(0)] as const),
  // Arrays of boolean, integer, text, bigint and dates: the driver has no names for them.
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

/** A type alone declares the only column, whatever its name. */
const schemaOf = (declared: Declared['row'], names: readonly string[]): z.ZodType => {
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

/** What is wrong with an answer, in words. */
const problemsOf = (declared: Declared['row'], { fields, rows }: pg.QueryResult): string[] => {
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

const places = new Map<Declared['statement'], string>();
const placeOf = (statement: Declared['statement']): string => {
  const known = places.get(statement);
  if (known) return known;
  const frames = String(new Error('Where?').stack).matchAll(/\/(apps\/[^\s:]+\.ts:\d+):\d+/g);
  const place =
    [...frames].map(([, frame = '']) => frame).find((frame) => !own.test(frame)) ?? 'unknown';
  places.set(statement, place);
  return place;
};
const own = /testing\/declared-rows\.ts|server\/src\/db\/db\.ts|identity\/src\/database\.ts/;

const problems = new Set<string>();
const hold = (message: unknown): void => {
  const { row, statement, result } = message as Declared;
  const place = placeOf(typeof statement === 'string' ? statement : (statement.text ?? statement));
  const compare = (answered: pg.QueryResult): void => {
    for (const problem of problemsOf(row, answered)) problems.add(`${place} ${problem}`);
  };
  // Who asked is told of what failed.
  result.then(compare, () => undefined);
};

subscribe('campus.statement', hold);
afterAll(() => {
  unsubscribe('campus.statement', hold);
  const ran = process.env['CAMPUS_STATEMENTS_RAN'];
  if (ran) appendFileSync(ran, [...places.values(), ''].join('\n'));
  if (problems.size > 0) throw new Error([...problems].join('\n'));
});
