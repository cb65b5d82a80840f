import type { Pool } from 'pg';
import { watchStatements } from './watch-statements.ts';

export interface StatementCounter {
  /** The number of SQL statements sent by `work`, including BEGIN and COMMIT but not those of jobs. */
  during(work: () => Promise<unknown>): Promise<number>;
}

/** Call it before the pool's first query. */
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
