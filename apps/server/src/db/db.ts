import { channel } from 'node:diagnostics_channel';
import { isoDate } from '@campus/contract';
import { Kysely, PostgresDialect, type PostgresPool, type RawBuilder } from 'kysely';
import type pg from 'pg';
import { z } from 'zod';
import type { DB } from './tables.generated.ts';

/** Column types, besides those of the contract. */
export const [text, integer, number, boolean] = [z.string(), z.int(), z.number(), z.boolean()];
export const textOrNull = text.nullable();
export const integerOrNull = integer.nullable();
export const texts = text.array();
export const integers = integer.array();
export const buffer = z.instanceof(Buffer);
export const day = isoDate();
export const dayOrNull = day.nullable();
/** For `timestamptz`. */
export const timestamp = z.date();

/** A row's schema, or its columns. */
type Declared = z.ZodType | z.ZodRawShape;
type Row<D extends Declared> = D extends z.ZodType
  ? z.output<D>
  : { [Name in keyof D]: z.output<D[Name]> };
type Statement = string | pg.QueryConfig | RawBuilder<unknown>;
type Values = readonly unknown[];

/**
 * Runs statements on the pool or in a transaction: typed ones built with Kysely, and plain ones, which
 * are prepared if they have a name. A plain statement declares its rows; tests check them against
 * the declaration, production trusts it.
 */
export interface Db extends Pick<
  Kysely<DB>,
  | 'selectFrom'
  | 'insertInto'
  | 'updateTable'
  | 'deleteFrom'
  | 'with'
  | 'withRecursive'
  | 'getExecutor'
> {
  rows<D extends Declared>(row: D, statement: Statement, values?: Values): Promise<Row<D>[]>;
  /** The first row. */
  row<D extends Declared>(
    row: D,
    statement: Statement,
    values?: Values,
  ): Promise<Row<D> | undefined>;
  /** The first row of a statement that always returns one. */
  one<D extends Declared>(row: D, statement: Statement, values?: Values): Promise<Row<D>>;
  /** The only column of the first row; the type must be optional if there may be no row. */
  value<T>(type: z.ZodType<T>, statement: Statement, values?: Values): Promise<T>;
  /** Returns the number of rows changed or found. */
  query(statement: Statement, values?: Values): Promise<number>;
}

/** The statements of one transaction, on its connection. */
export interface Transaction extends Db {
  /** For COPY. */
  readonly client: pg.PoolClient;
}

/** Publishes each declared statement to tests. */
const declared = channel('campus.statement');

const statementsOn = (pool: PostgresPool, runner: pg.Pool | pg.PoolClient): Db => {
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const run = (statement: Statement, values?: Values): Promise<pg.QueryResult> => {
    if (typeof statement === 'string') return runner.query(statement, values as unknown[]);
    if (!('compile' in statement)) return runner.query(statement);
    const { sql, parameters } = statement.compile(kysely);
    return runner.query(sql, [...parameters]);
  };
  const rowsOf = async (row: Declared, ...asked: Parameters<typeof run>): Promise<any[]> => {
    const result = run(...asked);
    declared.publish({ row, statement: asked[0], result });
    return (await result).rows;
  };
  const query: Db['query'] = async (...asked) => (await run(...asked)).rowCount ?? 0;
  const row = async (...asked: Parameters<typeof rowsOf>) => (await rowsOf(...asked))[0];
  const value = async (...asked: Parameters<typeof rowsOf>) =>
    Object.values<any>((await row(...asked)) ?? {})[0];
  return Object.assign(kysely, { query, rows: rowsOf, row, one: row, value });
};

export const dbOf = (pool: pg.Pool): Db => statementsOn(pool, pool);

export const transactionOn = (client: pg.PoolClient): Transaction => {
  // Kysely releases the connection after each statement; the transaction keeps it until its end.
  const connection = {
    query: (sql: string, values: unknown[]) => client.query(sql, values),
    release: () => undefined,
  };
  const pool = { connect: () => Promise.resolve(connection), end: () => Promise.resolve() };
  return Object.assign(statementsOn(pool as unknown as PostgresPool, client), { client });
};
