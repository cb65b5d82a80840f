import type { Client, Pool } from 'pg';

export interface StatementCounter {
  /** SQL statements sent to the database while `work` ran, BEGIN and COMMIT among them. */
  during(work: () => Promise<unknown>): Promise<number>;
}

/**
 * Counts what every connection of a pool sends, no matter who asks: Kysely, a prepared statement, a
 * transaction. Made before the pool's first query.
 */
export const countStatements = (pool: Pool): StatementCounter => {
  if (pool.totalCount > 0) throw new Error('Some connections of this pool are not counted.');
  let sent = 0;
  pool.on('connect', (client) => {
    const counted = client as unknown as { query: Client['query'] };
    const query = counted.query.bind(client) as (...args: unknown[]) => unknown;
    counted.query = ((...args: unknown[]) => {
      sent += 1;
      return query(...args);
    }) as Client['query'];
  });
  return {
    async during(work) {
      const before = sent;
      await work();
      return sent - before;
    },
  };
};
