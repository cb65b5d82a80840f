import {
  type BodyIn,
  bookHistory,
  catalogue,
  catalogueFile,
  lending,
  type QueryIn,
} from '@campus/contract';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { saveDownload } from '../../lib/save-download.ts';
import { pageQueryOf, pagesQueryOf, queryOf, refresh } from '../../lib/query.ts';

/** A page of the catalogue, and how many books there are. */
export const booksQuery = (query: QueryIn<typeof catalogue.listBooks>) =>
  pageQueryOf(catalogue.listBooks, { query, staleTime: 0 });

export const loansQuery = (query: QueryIn<typeof lending.listLoans>) =>
  pageQueryOf(lending.listLoans, { query, staleTime: 0 });

export const reservationsQuery = (query: QueryIn<typeof lending.listReservations>) =>
  pageQueryOf(lending.listReservations, { query, staleTime: 0 });

/** What happened to a book, the latest first, twenty at a time. */
export const bookHistoryQuery = (bookId: string) =>
  pagesQueryOf(bookHistory.readBookHistory, 20, { params: { bookId }, staleTime: 0 });

/** Whose university ID this is. */
export const borrowerQuery = (univId: string) =>
  queryOf(lending.findBorrower, { query: { univId }, enabled: univId !== '', staleTime: 0 });

export const ownLibraryQuery = queryOf(lending.ownLibrary, { staleTime: 0 });

/** After anything in the library has changed: a loan changes the catalogue, the queue and the person. */
export const refreshLibrary = (client: QueryClient): Promise<void> => refresh(client, '/library');

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
/** The catalogue as it can be uploaded again. */
export const saveCatalogue = (): Promise<void> =>
  saveDownload(catalogueFile.exportBooks, call(catalogueFile.exportBooks, { slow: true }));
export const cancelReservation = (reservationId: string) =>
  call(lending.cancelReservation, { params: { reservationId } });
