import { expect } from 'vitest';
import type { TestDatabase } from './test-database.ts';

/** Returns how many statements wait for a lock. */
export const countWaiting = async ({ pool }: TestDatabase): Promise<number> => {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
};

/** Resolves to true once the request waits for a lock that the test holds, to false if it is answered without. */
export const waitsForLock = async (
  database: TestDatabase,
  request: Promise<unknown>,
): Promise<boolean> => {
  const answered = request.then(
    () => true,
    () => true,
  );
  for (;;) {
    if ((await countWaiting(database)) > 0) return true;
    if (await Promise.race([answered, Promise.resolve(false)])) return false;
  }
};

/**
 * Holds the locks of a statement while requests are begun, each once the one before waits for a lock or is answered;
 * then ends the statement's transaction and returns the answers.
 */
export const inTurn = async <T>(
  database: TestDatabase,
  held: readonly [statement: string, values: unknown[]],
  requests: readonly (() => Promise<T>)[],
  ends: 'commit' | 'rollback',
): Promise<T[]> => {
  const holder = await database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(...held);
    let answered = 0;
    const begun: Promise<T>[] = [];
    for (const request of requests) {
      begun.push(request().finally(() => (answered += 1)));
      await expect.poll(async () => answered + (await countWaiting(database))).toBe(begun.length);
    }
    await holder.query(ends);
    return await Promise.all(begun);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
};
