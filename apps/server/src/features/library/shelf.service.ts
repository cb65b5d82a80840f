import { type IsoDate, planQueue } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { runOutsideAct } from '../../db/acts.ts';
import type { Transaction } from '../../db/db.ts';
import { found, notFound } from '../../campus-error.ts';
import { inTransaction, isDatabaseError } from '../../db/transaction.ts';
import { type LockedBook, lockBook } from './books.queries.ts';
import * as queries from './shelf.queries.ts';

/** SQLSTATE lock_not_available. */
const lockTimeout = '55P03';

export const noSuchBook = () => notFound('There is no such book.');

/** A locked book with its copies and its up-to-date queue. */
export type BookWithQueue = Awaited<ReturnType<typeof advanceQueue>>;

/**
 * Ends expired holds and the waiting of readers who are gone, and gives free copies to those who wait. Call it after any
 * change to either.
 */
export const advanceQueue = async (tx: Transaction, book: LockedBook, today: IsoDate) => {
  const copies = await queries.copiesOf(tx, book.id);
  const queue = await queries.queueOf(tx, book.id, today);
  const onShelf = copies.filter(({ loanId }) => loanId === null);
  const plan = planQueue(
    queue,
    onShelf.map(({ id }) => id),
    today,
  );
  // Expired holds have to free their copies before others can hold them.
  if (plan.lapsed.length > 0) await queries.endReservations(tx, plan.lapsed, 'lapsed');
  if (plan.held.length > 0) await queries.putOnHold(tx, plan.held);
  const held = new Map(plan.held.map((one) => [one.id, one]));
  return {
    book,
    copies,
    queue: queue
      .filter(({ id }) => !plan.lapsed.includes(id))
      .map((waiting) => ({ ...waiting, ...held.get(waiting.id) })),
    /** Copies that anybody may have, by number. */
    free: onShelf.filter(({ id }) => plan.free.includes(id)),
  };
};

/** Locks a book and brings its queue up to date. */
export const lockBookWithQueue = async (tx: Transaction, bookId: string, today: IsoDate) => {
  const book = found(await lockBook(tx, bookId), noSuchBook);
  return advanceQueue(tx, book, today);
};

/**
 * Ends holds that have expired, so that the next in the queue gets the copy, and the waiting of readers who have left.
 * Neither is an action on the book, so this is called before queues are read; whoever reads does not wait for a file of
 * books that is being stored: the next one to read does it.
 */
export const endStaleHolds = async (campus: Campus): Promise<void> => {
  const today = campus.today();
  const end = (id: string) =>
    inTransaction(campus.db, async (tx) => {
      await tx.query(`set local lock_timeout = '100ms'`);
      await lockBookWithQueue(tx, id, today);
    });
  try {
    for (const id of await queries.booksWithStaleHolds(campus.db, today))
      await runOutsideAct(() => end(id));
  } catch (error) {
    if (!isDatabaseError(error) || error.code !== lockTimeout) throw error;
  }
};
