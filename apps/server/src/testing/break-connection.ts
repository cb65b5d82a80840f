import { AsyncLocalStorage } from 'node:async_hooks';
import type { Client, Pool } from 'pg';

export interface ConnectionBreaker {
  /** Does the work, and ends the connection in place of the nth statement of it; answers whether it got so far. */
  at(statement: number, work: () => Promise<unknown>): Promise<boolean>;
}

/** Ends connections of a pool as when the server dies. Made before the pool's first query. */
export const breakConnections = (pool: Pool): ConnectionBreaker => {
  if (pool.totalCount > 0) throw new Error('Some connections of this pool cannot be ended.');
  const watched = new AsyncLocalStorage<{ left: number }>();
  pool.on('connect', (client) => {
    const broken = client as unknown as {
      query: Client['query'];
      connection: { stream: { destroy: () => void } };
    };
    const query = broken.query.bind(client) as (...args: unknown[]) => unknown;
    broken.query = ((...args: unknown[]) => {
      const own = watched.getStore();
      if (own) {
        own.left -= 1;
        if (own.left === 0) broken.connection.stream.destroy();
      }
      return query(...args);
    }) as Client['query'];
  });
  return {
    async at(statement, work) {
      const own = { left: statement };
      await watched.run(own, work);
      return own.left <= 0;
    },
  };
};
