import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import { Pool, type ClientBase, type PoolClient, type PoolConfig } from 'pg';
import type { z } from 'zod';
import type { IdentityLog } from './identity.ts';

/** A pool whose connections see the schema `identity` and nothing else of the database. */
export const openPool = (connection: PoolConfig, log: IdentityLog): Pool => {
  const pool = new Pool({
    connectionTimeoutMillis: 10_000,
    ...connection,
    // Not the `options` start-up parameter: a connection string may carry its own, and poolers
    // refuse it. The pool waits for the promise and fails the connection with it, whatever the type
    // says.
    onConnect: async (client) => {
      await Promise.resolve(connection.onConnect?.(client));
      await client.query('set search_path to identity');
    },
  });
  pool.on('error', (error) => {
    if (pool.ending) return;
    log.warn({ err: error }, 'The identity service lost an idle database connection.');
  });
  // The pool listens only while a connection is idle. Its user learns of its end by the next
  // query; without a listener the event itself would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
};

const transactions = new AsyncLocalStorage<PoolClient>();

/** Does the work in one transaction, with what `poolInTransactions` is asked in it. */
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
    // Closed, it is rolled back.
    client.release(true);
    throw error;
  }
};

/** The pool as better-auth uses it: a connection for each statement, or the one of the transaction under way. */
export const poolInTransactions = (pool: Pool) => ({
  async connect() {
    const client = transactions.getStore();
    if (!client) return pool.connect();
    return { query: client.query.bind(client), release: () => undefined };
  },
  end: () => pool.end(),
});

/** Tells tests of each declared statement. */
const declared = channel('campus.statement');

/** The rows of a statement, as it declares them: tests hold them against it, production believes it. */
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

/** The first row. */
export const rowOf = async <Row extends z.ZodRawShape>(...asked: Parameters<typeof rowsOf<Row>>) =>
  (await rowsOf(...asked))[0];
