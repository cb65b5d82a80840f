import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type pg from 'pg';
import type { DB } from './tables.generated.ts';

/**
 * What runs statements, on the pool or in a transaction: typed ones by Kysely, and plain ones, which
 * are prepared when they have a name.
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
  query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

/** The statements of one transaction, on its connection. */
export interface Transaction extends Db {
  /** For COPY. */
  readonly client: pg.PoolClient;
}

const statementsOn = (pool: PostgresPool, runner: pg.Pool | pg.PoolClient): Db => {
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return Object.assign(kysely, {
    query: <Row extends pg.QueryResultRow>(
      statement: string | pg.QueryConfig,
      values?: readonly unknown[],
    ) => runner.query<Row>(statement as string, values as unknown[]),
  });
};

export const dbOf = (pool: pg.Pool): Db => statementsOn(pool, pool);

export const transactionOn = (client: pg.PoolClient): Transaction => {
  // Kysely gives the connection back after each statement; it is the transaction's until its end.
  const connection = {
    query: (text: string, values: unknown[]) => client.query(text, values),
    release: () => undefined,
  };
  const pool = { connect: () => Promise.resolve(connection), end: () => Promise.resolve() };
  return Object.assign(statementsOn(pool as unknown as PostgresPool, client), { client });
};
