import {
  type BodyIn,
  type BookEvent,
  bookHistory,
  catalogue,
  lending,
  type QueryIn,
} from '@campus/contract';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, callPage, callWithHeaders } from '../../lib/call.ts';

/** A page of the catalogue, and how many books there are. */
export const booksQuery = (query: QueryIn<typeof catalogue.listBooks>) =>
  queryOptions({
    queryKey: ['library', 'books', query],
    queryFn: ({ signal }) => callPage(catalogue.listBooks, { query, signal }),
    staleTime: 0,
  });

export const loansQuery = (query: QueryIn<typeof lending.listLoans>) =>
  queryOptions({
    queryKey: ['library', 'loans', query],
    queryFn: ({ signal }) => callPage(lending.listLoans, { query, signal }),
    staleTime: 0,
  });

export const reservationsQuery = (query: QueryIn<typeof lending.listReservations>) =>
  queryOptions({
    queryKey: ['library', 'reservations', query],
    queryFn: ({ signal }) => callPage(lending.listReservations, { query, signal }),
    staleTime: 0,
  });

interface HistoryPage {
  readonly events: readonly BookEvent[];
  readonly next: string | null;
}

/** What happened to a book, the latest first, twenty at a time. */
export const bookHistoryQuery = (bookId: string) =>
  infiniteQueryOptions({
    queryKey: ['library', 'history', bookId],
    queryFn: async ({ signal, pageParam }): Promise<HistoryPage> => {
      const { reply, nextCursor } = await callWithHeaders(bookHistory.readBookHistory, {
        params: { bookId },
        query: { limit: 20, ...(pageParam && { cursor: pageParam }) },
        signal,
      });
      return { events: reply, next: nextCursor };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }: HistoryPage) => next,
    staleTime: 0,
  });

/** Whose university ID this is. */
export const borrowerQuery = (univId: string) =>
  queryOptions({
    queryKey: ['library', 'borrower', univId],
    queryFn: ({ signal }) => call(lending.findBorrower, { query: { univId }, signal }),
    enabled: univId !== '',
    staleTime: 0,
  });

export const ownLibraryQuery = queryOptions({
  queryKey: ['library', 'mine'],
  queryFn: ({ signal }) => call(lending.ownLibrary, { signal }),
  staleTime: 0,
});

/** After anything in the library has changed: a loan changes the catalogue, the queue and the person. */
export const refreshLibrary = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['library'] });

/** The contract checks what a form of the table's fields sends. */
export const createBook = (body: object) =>
  call(catalogue.createBook, { body: body as BodyIn<typeof catalogue.createBook> });
/** Refused when others have changed the book since this version. */
export const changeBook = (book: { readonly id: string; readonly version: number }, body: object) =>
  call(catalogue.changeBook, { params: { bookId: book.id }, body, seen: book.version });
export const lend = (body: BodyIn<typeof lending.lend>) => call(lending.lend, { body });
export const takeBack = (body: BodyIn<typeof lending.takeBack>) => call(lending.takeBack, { body });
export const renewLoan = (loanId: string) => call(lending.renewLoan, { params: { loanId } });
export const reserve = (bookId: string) => call(lending.reserve, { params: { bookId } });
export const cancelReservation = (reservationId: string) =>
  call(lending.cancelReservation, { params: { reservationId } });
