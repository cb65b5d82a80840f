import { type BodyIn, catalogue, type DeskLoan, lending, type QueryIn } from '@campus/contract';
import { call } from '../../lib/call.ts';
import { pageQueryOf } from '../../lib/query.ts';

export const booksQuery = (query: QueryIn<typeof catalogue.listBooks>) =>
  pageQueryOf(catalogue.listBooks, { query, staleTime: 0 });

/** Paths to refresh after any change: a loan affects the catalogue, the queue and the person. */
export const libraryPaths = ['/library'];

export const takeBack = (body: BodyIn<typeof lending.takeBack>) => call(lending.takeBack, { body });

/** What ends this loan, and no other one of its copy. */
export const returnOf = ({ copyCode, univId }: Pick<DeskLoan, 'copyCode' | 'univId'>) => ({
  item: copyCode,
  ...(univId !== null && { univId }),
});
