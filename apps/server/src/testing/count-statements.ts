import { AsyncLocalStorage } from 'node:async_hooks';
import type { Client, Pool } from 'pg';

export interface StatementCounter {
  /** SQL statements that `work` sent to the database, BEGIN and COMMIT among them; jobs may run beside it. */
  during(work: () => Promise<unknown>): Promise<number>;
}

/**
 * Counts what every connection of a pool sends, no matter who asks: Kysely, a prepared statement, a
 * transaction. Made before the pool's first query.
 */
export const countStatements = (pool: Pool): StatementCounter => {
  if (pool.totalCount > 0) throw new Error('Some connections of this pool are not counted.');
  const measured = new AsyncLocalStorage<{ sent: number }>();
  pool.on('connect', (client) => {
    const counted = client as unknown as { query: Client['query'] };
    const query = counted.query.bind(client) as (...args: unknown[]) => unknown;
    counted.query = ((...args: unknown[]) => {
      const own = measured.getStore();
      if (own) own.sent += 1;
      return query(...args);
    }) as Client['query'];
  });
  return {
    async during(work) {
      const own = { sent: 0 };
      await measured.run(own, work);
      if (own.sent === 0)
        throw new Error('Nothing was counted: ask by inject, not by a connection.');
      return own.sent;
    },
  };
};
