import type { Pool } from 'pg';
import { watchStatements } from './watch-statements.ts';

export interface ConnectionBreaker {
  /** Runs the work and cuts the connection instead of its nth statement; returns whether it got that far. */
  at(statement: number, work: () => Promise<unknown>): Promise<boolean>;
}

/** Cuts connections of a pool, as when the server dies. Call it before the pool's first query. */
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
