import { expect } from 'vitest';
import type { TestDatabase } from './test-database.ts';

/**
 * Holds the locks of a statement while requests are begun, each once the one before waits for a lock or is answered;
 * then ends the statement's transaction and returns the answers.
 */
export const inTurn = async <T>(
  { pool }: TestDatabase,
  held: readonly [statement: string, values: unknown[]],
  requests: readonly (() => Promise<T>)[],
  ends: 'commit' | 'rollback',
): Promise<T[]> => {
  const waiting = async (): Promise<number> => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount ?? 0;
  };
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query(...held);
    let answered = 0;
    const begun: Promise<T>[] = [];
    for (const request of requests) {
      begun.push(request().finally(() => (answered += 1)));
      await expect.poll(async () => answered + (await waiting())).toBe(begun.length);
    }
    await holder.query(ends);
    return await Promise.all(begun);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
};
