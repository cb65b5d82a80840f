import type pg from 'pg';
import { Pool } from 'pg';
import type { IdentityLog } from './identity.ts';

/** A pool whose connections see the schema `identity` and nothing else of the database. */
export const openPool = (connection: pg.PoolConfig, log: IdentityLog): pg.Pool => {
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
