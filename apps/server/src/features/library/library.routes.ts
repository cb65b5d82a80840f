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
import { describePage, skippedBy } from '../../http/pages.ts';
import * as books from './catalogue.service.ts';
import * as loans from './lending.service.ts';
import { booksImport } from './import/books-import.ts';
import { exportBooks } from './import/export-books.ts';
import { readBookHistory } from './history.service.ts';
import * as reservations from './reservations.service.ts';
import { endStaleHolds } from './shelf.service.ts';

const catalogueRoutes = (mount: Mount, campus: Campus): void => {
  mount(catalogue.listBooks, async ({ actor, query, request, reply }) => {
    const { books: rows, total, limit } = await books.listBooks(campus, actor, query);
    const last = rows.at(-1);
    const next = last && rows.length === limit ? { value: last.title, id: last.id } : undefined;
    describePage(request, reply, { total, next });
    return rows;
  });
  mount(catalogue.createBook, ({ actor, body }) => books.createBook(campus, actor, body));
  mount(catalogue.changeBook, ({ actor, params, body, seen }) =>
    books.changeBook(campus, { actor, id: params.bookId, seen }, body),
  );
  mount(bookHistory.readBookHistory, async ({ params, query, request, reply }) => {
    const { events, ...page } = await readBookHistory(campus, params.bookId, query);
    describePage(request, reply, page);
    return events;
  });

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
  mount(lending.listLoans, async ({ query, request, reply }) => {
    const { search, limit, show } = query;
    const list = { search, limit, show, skip: skippedBy(query) };
    const { loans: rows, total } = await loans.listLoans(campus.db, list, campus.today());
    describePage(request, reply, { total, next: undefined });
    return rows;
  });

  mount(lending.ownLibrary, ({ actor }) => reservations.ownLibrary(campus, actor));
  mount(lending.reserve, ({ actor, params }) => reservations.reserve(campus, actor, params.bookId));
  mount(lending.cancelReservation, async ({ actor, params }) => {
    await reservations.cancelReservation(campus, actor, params.reservationId);
    return undefined;
  });
  mount(lending.listReservations, async ({ query, request, reply }) => {
    const { search, limit } = query;
    const list = { search, limit, skip: skippedBy(query) };
    const { reservations: rows, total } = await reservations.listReservations(campus, list);
    describePage(request, reply, { total, next: undefined });
    return rows;
  });
};
