import { AsyncLocalStorage } from 'node:async_hooks';
import type { Client, Pool } from 'pg';

/** A connection, including node-postgres internals. */
export interface Watched {
  query: Client['query'];
  readonly connection: { readonly stream: { destroy: () => void } };
}

/**
 * Calls `tell` before every statement on any connection of a pool, with what is sent, whether from Kysely, a prepared
 * statement or a transaction, but only within `run` of the returned storage, with its value: jobs running at the same time are
 * ignored. Call it before the pool's first query.
 */
export const watchStatements = <Own>(
  pool: Pool,
  tell: (own: Own, client: Watched, sent: readonly unknown[]) => void,
): AsyncLocalStorage<Own> => {
  if (pool.totalCount > 0) throw new Error('Some connections of this pool are not watched.');
  const watched = new AsyncLocalStorage<Own>();
  pool.on('connect', (connected) => {
    const client = connected as unknown as Watched;
    const query = client.query.bind(connected) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const own = watched.getStore();
      if (own !== undefined) tell(own, client, args);
      return query(...args);
    }) as Client['query'];
  });
  return watched;
};
