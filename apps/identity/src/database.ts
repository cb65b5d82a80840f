import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import { Pool, type ClientBase, type PoolClient, type PoolConfig } from 'pg';
import type { z } from 'zod';
import type { IdentityLog } from './identity.ts';

/** Opens a pool whose connections have only the schema `identity` in their search path. */
export const openPool = (connection: PoolConfig, log: IdentityLog): Pool => {
  const pool = new Pool({
    connectionTimeoutMillis: 10_000,
    ...connection,
    // Not the `options` start-up parameter: a connection string may have its own, and poolers refuse it.
    // Despite its type, the pool awaits the promise and fails the connection if it rejects.
    onConnect: async (client) => {
      await Promise.resolve(connection.onConnect?.(client));
      await client.query('set search_path to identity');
    },
  });
  pool.on('error', (error) => {
    if (pool.ending) return;
    log.warn({ err: error }, 'The identity service lost an idle database connection.');
  });
  // The pool listens for errors only while a connection is idle. Its user learns of a lost connection by
  // the next query; without a listener the event would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
};

const transactions = new AsyncLocalStorage<PoolClient>();

/** Runs `work` in one transaction, including everything that goes through `poolInTransactions`. */
export const inTransaction = async <T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await transactions.run(client, () => work(client));
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // Closing the connection rolls the transaction back.
    client.release(true);
    throw error;
  }
};

/** For statements of the campus at the end of a transaction: they find its tables. */
export const asCampus =
  <Rest extends unknown[]>(work: (client: PoolClient, ...rest: Rest) => Promise<unknown>) =>
  async (client: PoolClient, ...rest: Rest): Promise<void> => {
    await client.query('set local search_path to default');
    await work(client, ...rest);
  };

/** The pool for better-auth: a connection for each statement, or that of the current transaction. */
export const poolInTransactions = (pool: Pool) => ({
  async connect() {
    const client = transactions.getStore();
    if (!client) return pool.connect();
    return { query: client.query.bind(client), release: () => undefined };
  },
  end: () => pool.end(),
});

/** Reports each declared statement to tests. */
const declared = channel('campus.statement');

/**
 * Returns the rows of a statement, typed by the declared columns: tests check the declaration, production
 * trusts it.
 */
export const rowsOf = async <Row extends z.ZodRawShape>(
  db: Pick<ClientBase, 'query'>,
  row: Row,
  statement: string,
  values?: unknown[],
): Promise<{ [Name in keyof Row]: z.output<Row[Name]> }[]> => {
  const result = db.query(statement, values);
  declared.publish({ row, statement, result });
  return (await result).rows;
};

/** Like `rowsOf`, but returns the first row. */
export const rowOf = async <Row extends z.ZodRawShape>(...asked: Parameters<typeof rowsOf<Row>>) =>
  (await rowsOf(...asked))[0];
