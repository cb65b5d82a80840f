import { catalogue, lending } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { isRecordId } from '../../db/record-id.ts';
import type { Mount } from '../../http/mount.ts';
import { describePage } from '../../http/pages.ts';
import { bookById } from './books.queries.ts';
import * as books from './catalogue.service.ts';
import * as loans from './lending.service.ts';
import { historyOf, listLoans } from './loans.queries.ts';
import { noSuchBook } from './refusals.ts';
import * as reservations from './reservations.service.ts';

/** Pages by number: how many rows come before the page. */
const skipped = ({ limit, page = 1 }: { limit?: number | undefined; page?: number | undefined }) =>
  limit === undefined ? 0 : (page - 1) * limit;

export const libraryRoutes = (mount: Mount, campus: Campus): void => {
  mount(catalogue.listBooks, async ({ actor, query, request, reply }) => {
    const { books: rows, total, limit } = await books.listBooks(campus, actor, query);
    const last = rows.at(-1);
    const next = last && rows.length === limit ? { value: last.title, id: last.id } : undefined;
    describePage(request, reply, { total, next });
    return rows;
  });
  mount(catalogue.createBook, ({ actor, body }) => books.createBook(campus, actor, body));
  mount(catalogue.changeBook, ({ actor, params, body }) =>
    books.changeBook(campus, actor, params.bookId, body),
  );

  mount(lending.findBorrower, ({ query }) => loans.findBorrower(campus, query.univId));
  mount(lending.lend, ({ actor, body }) => loans.lend(campus, actor, body));
  mount(lending.takeBack, ({ actor, body }) => loans.takeBack(campus, actor, body));
  mount(lending.renewLoan, ({ actor, params }) => loans.renewLoan(campus, actor, params.loanId));
  mount(lending.listLoans, async ({ query, request, reply }) => {
    const { search, limit, show } = query;
    const list = { search, limit, show, skip: skipped(query) };
    const { loans: rows, total } = await listLoans(campus.pool, list, campus.today());
    describePage(request, reply, { total, next: undefined });
    return rows;
  });
  mount(lending.bookHistory, async ({ params: { bookId } }) => {
    if (!isRecordId(bookId) || !(await bookById(campus.pool, bookId, campus.today())))
      throw noSuchBook();
    return historyOf(campus.pool, bookId);
  });

  mount(lending.ownLibrary, ({ actor }) => reservations.ownLibrary(campus, actor));
  mount(lending.reserve, ({ actor, params }) => reservations.reserve(campus, actor, params.bookId));
  mount(lending.cancelReservation, async ({ actor, params }) => {
    await reservations.cancelReservation(campus, actor, params.reservationId);
    return undefined;
  });
  mount(lending.listReservations, async ({ query, request, reply }) => {
    const { search, limit } = query;
    const list = { search, limit, skip: skipped(query) };
    const { reservations: rows, total } = await reservations.listReservations(campus, list);
    describePage(request, reply, { total, next: undefined });
    return rows;
  });
};
