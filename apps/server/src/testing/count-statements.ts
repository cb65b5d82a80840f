import type { Pool } from 'pg';
import { watchStatements } from './watch-statements.ts';

export interface StatementCounter {
  /** SQL statements that `work` sent to the database, BEGIN and COMMIT among them; jobs may run beside it. */
  during(work: () => Promise<unknown>): Promise<number>;
}

/** Made before the pool's first query. */
export const countStatements = (pool: Pool): StatementCounter => {
  const counted = watchStatements<{ sent: number }>(pool, (own) => {
    own.sent += 1;
  });
  return {
    async during(work) {
      const own = { sent: 0 };
      await counted.run(own, work);
      if (own.sent === 0)
        throw new Error('Nothing was counted: ask by inject, not by a connection.');
      return own.sent;
    },
  };
};
