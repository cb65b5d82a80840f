import { AsyncLocalStorage } from 'node:async_hooks';
import type { Client, Pool } from 'pg';

/** A connection, with what node-postgres keeps to itself. */
export interface Watched {
  query: Client['query'];
  readonly connection: { readonly stream: { destroy: () => void } };
}

/**
 * Tells of every statement before it is sent, on every connection of a pool and no matter who asks: Kysely,
 * a prepared statement, a transaction. Told is what the work runs with; what runs beside it, such as jobs, is not.
 * Made before the pool's first query.
 */
export const watchStatements = <Own>(
  pool: Pool,
  tell: (own: Own, client: Watched) => void,
): AsyncLocalStorage<Own> => {
  if (pool.totalCount > 0) throw new Error('Some connections of this pool are not watched.');
  const watched = new AsyncLocalStorage<Own>();
  pool.on('connect', (connected) => {
    const client = connected as unknown as Watched;
    const query = client.query.bind(connected) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const own = watched.getStore();
      if (own !== undefined) tell(own, client);
      return query(...args);
    }) as Client['query'];
  });
  return watched;
};
