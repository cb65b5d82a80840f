import type { TestCampus } from './test-campus.ts';

/** Resolves to true once the request waits for a lock that the test holds, to false if it is answered without. */
export const waitsForLock = async (
  { database }: Pick<TestCampus, 'database'>,
  request: Promise<unknown>,
): Promise<boolean> => {
  const answered = request.then(
    () => true,
    () => true,
  );
  const waits = async (): Promise<boolean> => {
    const { rowCount } = await database.pool.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount === 1;
  };
  for (;;) {
    if (await waits()) return true;
    if (await Promise.race([answered, Promise.resolve(false)])) return false;
  }
};
