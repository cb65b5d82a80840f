import pg from 'pg';
import { vi } from 'vitest';
import type { TestCampus } from './test-campus.ts';

/** How often the statements of a request read a table, for each place of their plans that does. */
export const readsOf = async (
  { database }: Pick<TestCampus, 'database'>,
  table: string,
  request: () => Promise<unknown>,
): Promise<number[]> => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await request();
  const sent = query.mock.calls as unknown as [statement: unknown, values: unknown[]][];
  query.mockRestore();
  const loops: number[] = [];
  for (const [statement, values] of sent) {
    if (typeof statement !== 'string' || !statement.includes(table)) continue;
    const { rows } = await database.pool.query(
      `explain (analyze, timing off) ${statement}`,
      values,
    );
    for (const row of rows) {
      const step = new RegExp(` on ${table}\\b.* loops=(\\d+)`).exec(row['QUERY PLAN']);
      if (step) loops.push(Number(step[1]));
    }
  }
  if (loops.length === 0) throw new Error(`No statement reads ${table}.`);
  return loops;
};
