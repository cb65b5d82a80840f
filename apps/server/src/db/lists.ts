import type { SelectQueryBuilder } from 'kysely';
import { countOf } from './sql.ts';

/** A row's position in a list: its sort key and its id. */
export interface Position {
  readonly value: string | null;
  readonly id: string;
}

/** The requested part of a list: after a position, or else after `skip` rows. */
export interface Part {
  readonly limit: number | undefined;
  readonly after: Position | undefined;
  readonly skip: number;
}

/** Rows as one JSON array built by PostgreSQL. */
export interface JsonRows {
  readonly json: string;
  readonly count: number;
  readonly last: Position | undefined;
}

/** How many rows precede a numbered page. Without a limit there is one page. */
export const offsetOf = (asked: {
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
}): number => ((asked.page ?? 1) - 1) * (asked.limit ?? 0);

/** A page from rows that each include the total number. */
export const counted = <Row extends { readonly total: number }, Shown>(
  rows: readonly Row[],
  show: (row: Omit<Row, 'total'>) => Shown,
): { rows: Shown[]; total: number } => ({
  rows: rows.map(({ total: _total, ...row }) => show(row)),
  total: rows[0]?.total ?? 0,
});

/** What is asked of a list, with the rows to skip for its page. */
export type Paged<Asked> = Asked & Pick<Part, 'skip'>;

/** Reads the page asked for. Beyond the last page no row has the total: it is taken from the first one. */
export const countedPage = async <Asked extends Parameters<typeof offsetOf>[0], Row>(
  asked: Asked,
  read: (page: Paged<Asked>) => Promise<{ rows: Row[]; total: number }>,
): Promise<{ rows: Row[]; total: number; page?: number | undefined; nextPage?: number }> => {
  const { limit, page } = asked;
  const skip = offsetOf(asked);
  const { rows, total } = await read({ ...asked, skip });
  if (limit === undefined) return { rows, total };
  if (rows.length === 0 && skip > 0)
    return { rows, total: (await read({ ...asked, limit: 1, skip: 0 })).total, page };
  return { rows, total, page, ...(skip + limit < total && { nextPage: (page ?? 1) + 1 }) };
};

/** Restricts a sorted query to a part; `beyond` keeps the rows after a position. */
const inPart = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { limit, after, skip }: Part,
  beyond: (query: SelectQueryBuilder<DB, TB, O>, after: Position) => SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> =>
  (after ? beyond(query, after) : query)
    .$if(!after && skip > 0, (page) => page.offset(skip))
    .$if(limit !== undefined, (page) => page.limit(limit ?? 0));

/** A list for `readPart`: `show` selects columns and sorts, `beyond` is as above. */
export const listOf = <DB, TB extends keyof DB, O, Shown>(
  query: SelectQueryBuilder<DB, TB, O>,
  show: (query: SelectQueryBuilder<DB, TB, O>) => SelectQueryBuilder<DB, TB, Shown>,
  beyond: Parameters<typeof inPart<DB, TB, Shown>>[2],
) => ({
  rows: (part: Part) => inPart(show(query), part, beyond).execute(),
  total: () => countOf(query),
});
