import type { Pool } from 'pg';
import { watchStatements } from './watch-statements.ts';

export interface ConnectionBreaker {
  /** Does the work, and ends the connection in place of the nth statement of it; answers whether it got so far. */
  at(statement: number, work: () => Promise<unknown>): Promise<boolean>;
}

/** Ends connections of a pool as when the server dies. Made before the pool's first query. */
export const breakConnections = (pool: Pool): ConnectionBreaker => {
  const broken = watchStatements<{ left: number }>(pool, (own, { connection }) => {
    own.left -= 1;
    if (own.left === 0) connection.stream.destroy();
  });
  return {
    async at(statement, work) {
      const own = { left: statement };
      await broken.run(own, work);
      return own.left <= 0;
    },
  };
};
