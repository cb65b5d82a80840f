import { type BodyIn, catalogue, lending, type QueryIn } from '@campus/contract';
import { call } from '../../lib/call.ts';
import { pageQueryOf } from '../../lib/query.ts';

/** A page of the catalogue, and how many books there are. */
export const booksQuery = (query: QueryIn<typeof catalogue.listBooks>) =>
  pageQueryOf(catalogue.listBooks, { query, staleTime: 0 });

/** What to refresh after anything in the library: a loan changes the catalogue, the queue and the person. */
export const libraryPaths = ['/library'];

export const takeBack = (body: BodyIn<typeof lending.takeBack>) => call(lending.takeBack, { body });
