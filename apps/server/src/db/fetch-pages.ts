import type { z } from 'zod';
import type { Transaction } from './db.ts';

/** What a query selects, a thousand rows at a time: for lists that do not fit into memory. */
export async function* fetchPages<Row>(
  tx: Transaction,
  row: z.ZodType<Row>,
  select: string,
  parameters: readonly unknown[] = [],
): AsyncGenerator<Row[]> {
  await tx.query(`declare every_row no scroll cursor for ${select}`, [...parameters]);
  for (;;) {
    const rows = await tx.rows(row, 'fetch 1000 from every_row');
    if (rows.length === 0) return;
    yield rows;
  }
}
