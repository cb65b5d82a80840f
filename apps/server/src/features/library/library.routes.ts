import {
  bookHistory,
  type BooksReport,
  catalogue,
  catalogueFile,
  lending,
  type ListedBook,
} from '@campus/contract';
import { importOf } from '../../http/import-routes.ts';
import type { Mount } from '../../http/mount.ts';
import * as books from './catalogue.service.ts';
import * as history from './history.service.ts';
import { booksImport } from './import/books-import.ts';
import { exportBooks } from './import/export-books.ts';
import * as loans from './lending.service.ts';
import * as reservations from './reservations.service.ts';
import { endStaleHolds } from './shelf.service.ts';

export const libraryRoutes = (mount: Mount): void => {
  mount(catalogue, books);
  mount(bookHistory, history);
  const { store, ...file } = importOf<BooksReport, ListedBook>(booksImport);
  mount(catalogueFile, {
    ...file,
    exportBooks,
    importBooks: async (call) => {
      await endStaleHolds(call.campus);
      return store(call);
    },
  });
  mount(lending, { ...loans, ...reservations });
};
