import {
  bookHistory,
  type BooksReport,
  catalogue,
  catalogueFile,
  lending,
  type ListedBook,
} from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { importOf } from '../../http/import-routes.ts';
import type { Mount } from '../../http/mount.ts';
import { ListPart } from '../../http/pages.ts';
import * as books from './catalogue.service.ts';
import * as loans from './lending.service.ts';
import { booksImport } from './import/books-import.ts';
import { exportBooks } from './import/export-books.ts';
import { readBookHistory } from './history.service.ts';
import * as reservations from './reservations.service.ts';
import { endStaleHolds } from './shelf.service.ts';

const catalogueRoutes = (mount: Mount, campus: Campus): void => {
  mount(catalogue.listBooks, books.listBooks);
  mount(catalogue.createBook, ({ actor, body }) => books.createBook(campus, actor, body));
  mount(catalogue.changeBook, ({ actor, params, body, seen }) =>
    books.changeBook(campus, { actor, id: params.bookId, seen }, body),
  );
  mount(bookHistory.readBookHistory, readBookHistory);

  const file = importOf<BooksReport, ListedBook>(campus, booksImport);
  mount(catalogueFile.importBooks, async (call) => {
    await endStaleHolds(campus);
    return file.store(call);
  });
  mount(catalogueFile.importProblems, file.problems);
  mount(catalogueFile.importTemplate, file.template);
  mount(catalogueFile.exportBooks, async () => (await exportBooks(campus)).stream());
};

export const libraryRoutes = (mount: Mount, campus: Campus): void => {
  catalogueRoutes(mount, campus);

  mount(lending.findBorrower, ({ query }) => loans.findBorrower(campus, query.univId));
  mount(lending.lend, ({ actor, body }) => loans.lend(campus, actor, body));
  mount(lending.takeBack, ({ actor, body }) => loans.takeBack(campus, actor, body));
  mount(lending.renewLoan, ({ actor, params }) => loans.renewLoan(campus, actor, params.loanId));
  mount(
    lending.listLoans,
    async ({ query }) => new ListPart(await loans.listLoans(campus.db, query, campus.today())),
  );

  mount(lending.ownLibrary, ({ actor }) => reservations.ownLibrary(campus, actor));
  mount(lending.reserve, ({ actor, params }) => reservations.reserve(campus, actor, params.bookId));
  mount(lending.cancelReservation, ({ actor, params }) =>
    reservations.cancelReservation(campus, actor, params.reservationId),
  );
  mount(lending.listReservations, reservations.listReservations);
};
