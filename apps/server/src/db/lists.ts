import type { SelectQueryBuilder } from 'kysely';
import { countOf } from './sql.ts';

/** Where a row stands in a list: what the list is sorted by before the id, and the id. */
export interface Position {
  readonly value: string | null;
  readonly id: string;
}

/** The part of a list that is asked for: after a row, or else after so many rows. */
export interface Part {
  readonly limit: number | undefined;
  readonly after: Position | undefined;
  readonly skip: number;
}

/** Rows that PostgreSQL has written as one JSON array. */
export interface WrittenRows {
  readonly json: string;
  readonly count: number;
  readonly last: Position | undefined;
}

/** Pages by number: how many rows come before one. Without a limit there is one page. */
export const skippedBy = (asked: {
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
}): number => ((asked.page ?? 1) - 1) * (asked.limit ?? 0);

/** A page of rows that each say how many there are in all. */
export const counted = <Row extends { readonly total: number }, Shown>(
  rows: readonly Row[],
  show: (row: Omit<Row, 'total'>) => Shown,
): { rows: Shown[]; total: number } => ({
  rows: rows.map(({ total: _total, ...row }) => show(row)),
  total: rows[0]?.total ?? 0,
});

/** Such a page. Beyond the last one no row says how many there are: the first one is asked. */
export const countedPage = async <Row>(
  page: { readonly limit: number | undefined; readonly skip: number },
  read: (of: typeof page) => Promise<{ rows: Row[]; total: number }>,
): Promise<{ rows: Row[]; total: number }> => {
  const part = await read(page);
  if (part.rows.length > 0 || page.skip === 0) return part;
  return { rows: [], total: (await read({ limit: 1, skip: 0 })).total };
};

/** A part of a query that is in order; `beyond` leaves out what does not come after a position. */
const inPart = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { limit, after, skip }: Part,
  beyond: (query: SelectQueryBuilder<DB, TB, O>, after: Position) => SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> =>
  (after ? beyond(query, after) : query)
    .$if(!after && skip > 0, (page) => page.offset(skip))
    .$if(limit !== undefined, (page) => page.limit(limit ?? 0));

/** A list, as `readPart` reads it: `show` selects columns in an order, `beyond` as above. */
export const listOf = <DB, TB extends keyof DB, O, Shown>(
  query: SelectQueryBuilder<DB, TB, O>,
  show: (query: SelectQueryBuilder<DB, TB, O>) => SelectQueryBuilder<DB, TB, Shown>,
  beyond: Parameters<typeof inPart<DB, TB, Shown>>[2],
) => ({
  rows: (part: Part) => inPart(show(query), part, beyond).execute(),
  total: () => countOf(query),
});
