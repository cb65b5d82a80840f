import { type BodyIn, catalogue, lending, type QueryIn } from '@campus/contract';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { pageQueryOf, refresh } from '../../lib/query.ts';

/** A page of the catalogue, and how many books there are. */
export const booksQuery = (query: QueryIn<typeof catalogue.listBooks>) =>
  pageQueryOf(catalogue.listBooks, { query, staleTime: 0 });

/** After anything in the library has changed: a loan changes the catalogue, the queue and the person. */
export const refreshLibrary = (client: QueryClient): Promise<void> => refresh(client, '/library');

export const takeBack = (body: BodyIn<typeof lending.takeBack>) => call(lending.takeBack, { body });
