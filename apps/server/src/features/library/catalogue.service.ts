import { type Book, catalogue } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { describeAct } from '../../db/acts.ts';
import { actAs } from '../../db/history.ts';
import type { Transaction } from '../../db/db.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Handler } from '../../http/call.ts';
import { conflict, found, forbidden } from '../../campus-error.ts';
import { readPart } from '../../http/pages.ts';
import { invalid, requireVersion } from '../../http/refusals.ts';
import * as queries from './books.queries.ts';
import * as history from './history.queries.ts';
import { noSuchBook, lockBookWithQueue, type BookWithQueue } from './shelf.service.ts';

const duplicates = {
  books_isbn: { field: 'isbn', message: 'A book with this ISBN is in the catalogue already.' },
};

const bookOf = async (campus: Campus, id: string): Promise<Book> =>
  found(await queries.bookById(campus.db, id, campus.today()), noSuchBook);

export const listBooks: Handler<typeof catalogue.listBooks> = ({ campus, actor, query }) => {
  const { search, show, limit = catalogue.pageSize } = query;
  if (show === 'retired' && actor.role !== 'admin')
    throw forbidden('Retired books are shown to administrators.');
  const today = campus.today();
  return readPart(
    { ...query, limit },
    {
      rows: (part) => queries.listBooks(campus.db, { search, show }, { ...part, today }),
      total: () => queries.countBooks(campus.db, { search, show }),
      value: ({ title }) => title,
    },
  );
};

/** A page of a book's history; all of it without `limit`. */
export const readBookHistory: Handler<typeof catalogue.readBookHistory> = async (call) => {
  const { campus, params, query } = call;
  const { id } = await bookOf(campus, params.bookId);
  return readPart(query, history.historyOf(campus.db, id));
};

export const createBook: Handler<typeof catalogue.createBook> = async (call) => {
  const { campus, actor } = call;
  const { copies, ...book } = call.body;
  const id = await inTransaction(campus.db, duplicates, async (tx) => {
    const added = await queries.insertBook(tx, book, actor.id);
    await queries.addCopies(tx, added, copies ?? 1);
    describeAct({ recordId: added });
    return added;
  });
  return bookOf(campus, id);
};

const inUse = ({ copies, queue }: BookWithQueue) => ({
  lent: copies.filter(({ loanId }) => loanId !== null).length,
  held: queue.filter(({ copyId }) => copyId !== null).length,
});

/** Why copies cannot be removed, in words: "2 copies are lent and 1 is held for readers". */
const inUseText = ({ lent, held }: ReturnType<typeof inUse>): string =>
  [
    ...(lent > 0 ? [lent === 1 ? '1 copy is lent' : `${lent} copies are lent`] : []),
    ...(held > 0 ? [`${held} ${held === 1 ? 'is' : 'are'} held for readers`] : []),
  ].join(' and ');

const setCopies = async (tx: Transaction, shelf: BookWithQueue, copies: number): Promise<void> => {
  const more = copies - shelf.copies.length;
  if (more > 0) await queries.addCopies(tx, shelf.book.id, more);
  if (more >= 0) return;
  if (shelf.free.length < -more)
    throw invalid(
      'copies',
      `${inUseText(inUse(shelf))}: there cannot be fewer than ${shelf.copies.length - shelf.free.length} copies.`,
    );
  await queries.removeCopies(
    tx,
    shelf.free.slice(more).map(({ id }) => id),
  );
};

const requireUnused = (shelf: BookWithQueue): void => {
  const use = inUse(shelf);
  if (use.lent + use.held > 0)
    throw conflict(`${inUseText(use)}: the book can be retired when all copies are back.`);
};

export const changeBook: Handler<typeof catalogue.changeBook> = async (call) => {
  const { campus, actor, seen } = call;
  const { bookId } = call.params;
  const { copies, retired, ...change } = call.body;
  const today = campus.today();
  await inTransaction(campus.db, duplicates, async (tx) => {
    const shelf = await lockBookWithQueue(tx, bookId, today);
    const { book } = shelf;
    if (seen !== null)
      await requireVersion(
        tx,
        'book',
        { id: bookId, version: await history.bookVersion(tx, bookId) },
        seen,
      );
    await actAs(tx, actor.id);
    if (retired && book.retiredBy === null) requireUnused(shelf);
    if (copies !== undefined) await setCopies(tx, shelf, copies);
    await queries.updateBook(
      tx,
      bookId,
      change,
      retired === undefined ? book.retiredBy : retired ? (book.retiredBy ?? actor.id) : null,
    );
    // New copies go to readers who wait.
    if (copies !== undefined) await lockBookWithQueue(tx, bookId, today);
  });
  return bookOf(campus, bookId);
};
