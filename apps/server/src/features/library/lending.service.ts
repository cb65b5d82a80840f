import {
  addDays,
  type Borrower,
  copyCode,
  type DeskLoan,
  dueAfter,
  type IsoDate,
  type Item,
  lending,
  lendingRules,
  type OwnLoan,
  readItem,
  renew,
} from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Transaction } from '../../db/db.ts';
import { describeAct } from '../../db/acts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Call, Handler } from '../../http/call.ts';
import { exportedList } from '../../http/export-list.ts';
import { conflict, found, notFound } from '../../campus-error.ts';
import { readCountedPage } from '../../http/pages.ts';
import { invalid } from '../../http/refusals.ts';
import { findPeople } from '../people/index.ts';
import { bookIdByIsbn, lockBook } from './books.queries.ts';
import { borrowerByUnivId, borrowersById, lockBorrower } from './borrowers.queries.ts';
import { borrowerOf, requireOwnPersonUnlessAdmin } from './library.policy.ts';
import * as queries from './loans.queries.ts';
import { reservationById } from './reservations.queries.ts';
import { type Copy, endReservations, reopenReservation } from './shelf.queries.ts';
import {
  advanceQueue,
  type BookWithQueue,
  endStaleHolds,
  lockBookWithQueue,
} from './shelf.service.ts';

const done = ({ campus, actor }: Pick<Call<typeof lending.lend>, 'campus' | 'actor'>) => ({
  by: actor.id,
  at: campus.now(),
  today: campus.today(),
});

/** The most borrowers that a field suggests. */
const maxOffered = 6;

const borrowersFound = async ({ db }: Campus, search: string, today: IsoDate) => {
  const people = await findPeople(db, search, { all: true, most: maxOffered });
  const ids = people.flatMap(({ kind, id }) => (kind === 'admin' ? [] : [id]));
  return borrowersById(db, ids, today);
};

export const findBorrower: Handler<typeof lending.findBorrower> = async ({ campus, query }) => {
  const today = campus.today();
  const rows =
    'search' in query
      ? await borrowersFound(campus, query.search, today)
      : [await borrowerByUnivId(campus.db, query.univId, today)];
  return rows.flatMap((row) => (row && borrowerOf(row)) ?? []);
};

const requireBorrower = async (tx: Transaction, univId: string, today: IsoDate) => {
  const row = await borrowerByUnivId(tx, univId, today);
  const borrower = row && borrowerOf(row);
  if (!borrower) throw invalid('univId', 'No student or teacher has this university ID.');
  return borrower;
};

const requireItem = (text: string): Item => {
  const item = readItem(text);
  if (!item)
    throw invalid(
      'item',
      'This is neither the code of a copy (such as 1042-2) nor an ISBN. Please check it.',
    );
  return item;
};

/** Locks the book of a scanned item. */
const shelfOf = async (tx: Transaction, item: Item, today: IsoDate): Promise<BookWithQueue> => {
  const id = 'isbn' in item ? await bookIdByIsbn(tx, item.isbn) : item.bookId;
  const book = id === undefined ? undefined : await lockBook(tx, id);
  if (!book)
    throw invalid(
      'item',
      'isbn' in item ? 'No book of the catalogue has this ISBN.' : 'There is no such copy.',
    );
  return advanceQueue(tx, book, today);
};

const requireCopy = ({ copies, book }: BookWithQueue, number: number): Copy => {
  const copy = copies.find((one) => one.number === number);
  if (!copy) throw invalid('item', `There is no copy ${copyCode(book.id, number)}.`);
  return copy;
};

/** A copy this person may take: the scanned one or, for an ISBN, the one held for them or else any free one. */
const copyToLend = (shelf: BookWithQueue, item: Item, borrower: Borrower): Copy => {
  const { copies, queue, free } = shelf;
  const holder = (copy: Copy) => queue.find(({ copyId }) => copyId === copy.id);
  if ('isbn' in item) {
    const theirs = copies.find((copy) => holder(copy)?.personId === borrower.personId) ?? free[0];
    if (theirs) return theirs;
    throw conflict(
      'No copy of this book is free: all are lent, or held for readers who reserved them.',
      'item',
    );
  }
  const copy = requireCopy(shelf, item.number);
  const code = copyCode(shelf.book.id, copy.number);
  if (copy.loanId !== null)
    throw conflict(`Copy ${code} is lent to ${copy.borrowerName}. Take it back first.`, 'item');
  const held = holder(copy);
  if (held && held.personId !== borrower.personId)
    throw conflict(`Copy ${code} is held for ${held.personName} until ${held.heldUntil}.`, 'item');
  return copy;
};

const requireDueOn = (dueOn: IsoDate, today: IsoDate): void => {
  if (dueOn < today) throw invalid('dueOn', 'The due date cannot be before today.');
  const latest = addDays(today, lendingRules.maxLoanDays);
  if (dueOn > latest) throw invalid('dueOn', `The due date can be ${latest} at the latest.`);
};

const loanOf = async (campus: Campus, id: string): Promise<DeskLoan> =>
  found(await queries.loanById(campus.db, id, campus.today()), 'There is no such loan.');

const taken = {
  loans_one_per_copy: { field: 'item', message: 'This copy has just been lent to someone.' },
};

/** Lends a copy; a borrower who had reserved the book leaves its queue. */
export const lend: Handler<typeof lending.lend> = async (call) => {
  const { campus } = call;
  const { item: text, univId, dueOn } = call.body;
  const today = campus.today();
  const item = requireItem(text);
  if (dueOn !== undefined) requireDueOn(dueOn, today);
  const id = await inTransaction(campus.db, taken, async (tx) => {
    const shelf = await shelfOf(tx, item, today);
    const { personId } = await requireBorrower(tx, univId, today);
    describeAct({ recordId: personId, within: { kind: 'book', id: shelf.book.id } });
    await lockBorrower(tx, personId);
    // Again: somebody may have lent to them, or withdrawn them, before the lock.
    const borrower = await requireBorrower(tx, univId, today);
    const { personName, refusal } = borrower;
    if (refusal !== null) throw conflict(refusal, 'univId');
    if (shelf.book.retiredBy !== null) throw conflict('This book is retired.', 'item');
    if (shelf.copies.some(({ borrowerId }) => borrowerId === personId))
      throw conflict(`${personName} has a copy of this book already.`, 'univId');
    const copy = copyToLend(shelf, item, borrower);
    const own = shelf.queue.find((one) => one.personId === personId);
    const lent = done(call);
    if (own) await endReservations(tx, [own.id], 'lent', lent.at);
    const loan = await queries.insertLoan(
      tx,
      { copyId: copy.id, personId, dueOn: dueOn ?? dueAfter(today) },
      lent,
    );
    // If another copy was held for them, it goes to the next in the queue.
    await advanceQueue(tx, shelf.book, today);
    return loan;
  });
  return loanOf(campus, id);
};

const copyToReturn = async (
  tx: Transaction,
  shelf: BookWithQueue,
  item: Item,
  { univId, today }: { univId: string | undefined; today: IsoDate },
): Promise<Copy> => {
  const lent = shelf.copies.filter(({ loanId }) => loanId !== null);
  const reader = univId === undefined ? undefined : await requireBorrower(tx, univId, today);
  if (!('isbn' in item)) {
    const copy = requireCopy(shelf, item.number);
    const code = copyCode(shelf.book.id, copy.number);
    if (copy.loanId === null) throw conflict(`Copy ${code} is not lent.`, 'item');
    // It may have come back and been lent to somebody else since the desk looked.
    if (reader && copy.borrowerId !== reader.personId)
      throw conflict(
        `Copy ${code} is lent to ${copy.borrowerName}, not to ${reader.personName}.`,
        'univId',
      );
    return copy;
  }
  if (reader) {
    const theirs = lent.find(({ borrowerId }) => borrowerId === reader.personId);
    if (theirs) return theirs;
    throw conflict(`${reader.personName} has no copy of this book.`, 'univId');
  }
  const [only, other] = lent;
  if (!only) throw conflict('No copy of this book is lent.', 'item');
  if (other)
    throw invalid(
      'univId',
      `${lent.length} copies of this book are lent. Enter the code of the copy, or whose it is.`,
    );
  return only;
};

/** Takes a copy back and says for whom to put it aside: a loan made by mistake, for its reader if they were waiting. */
export const takeBack: Handler<typeof lending.takeBack> = async (call) => {
  const { campus } = call;
  const { item: text, univId, undo } = call.body;
  const today = campus.today();
  const item = requireItem(text);
  const back = await inTransaction(campus.db, async (tx) => {
    const shelf = await shelfOf(tx, item, today);
    const copy = await copyToReturn(tx, shelf, item, { univId, today });
    const loanId = copy.loanId ?? '';
    const recordId = copy.borrowerId ?? undefined;
    describeAct({ recordId, within: { kind: 'book', id: shelf.book.id } });
    await queries.endLoan(tx, loanId, done(call));
    if (undo) await reopenReservation(tx, loanId);
    const { queue } = await advanceQueue(tx, shelf.book, today);
    return { loanId, waiting: queue.find(({ copyId }) => copyId === copy.id) };
  });
  const heldFor = back.waiting && (await reservationById(campus.db, back.waiting.id));
  return { loan: await loanOf(campus, back.loanId), heldFor: heldFor ?? null };
};

/** Removes the borrower from a loan. */
const ownLoanOf = (loan: DeskLoan): OwnLoan => lending.ownLoan.parse(loan);

const noLongerLent = 'There is no such loan, or the book is back.';

/** Renews a loan from today, as often as the rules allow and only if nobody waits for the book. */
export const renewLoan: Handler<typeof lending.renewLoan> = async (call) => {
  const { campus, actor } = call;
  const { loanId } = call.params;
  const today = campus.today();
  await inTransaction(campus.db, async (tx) => {
    const bookId = await queries.bookOfLoan(tx, loanId);
    const shelf = await lockBookWithQueue(tx, found(bookId, noLongerLent), today);
    const loan = await queries.loanById(tx, loanId, today);
    if (!loan || !shelf.copies.some((copy) => copy.loanId === loanId)) throw notFound(noLongerLent);
    requireOwnPersonUnlessAdmin(actor, loan.personId);
    describeAct({ recordId: loan.personId, within: { kind: 'book', id: shelf.book.id } });
    const waiting = shelf.queue.filter(({ copyId }) => copyId === null).length;
    const renewal = renew({ ...loan, waiting }, today);
    if ('refused' in renewal) throw conflict(renewal.refused);
    await queries.renewLoan(tx, loanId, renewal.dueOn, done(call));
  });
  return ownLoanOf(await loanOf(campus, loanId));
};

export const ownLoans = async (campus: Campus, personId: string): Promise<OwnLoan[]> =>
  (await queries.loansOfPerson(campus.db, personId, campus.today())).map(ownLoanOf);

export const listLoans: Handler<typeof lending.listLoans> = async ({ campus, query }) =>
  readCountedPage(query, (page) => queries.listLoans(campus.db, page, campus.today()));

export const countLists: Handler<typeof lending.countLists> = async ({ campus }) => {
  await endStaleHolds(campus);
  return queries.countLists(campus.db, campus.today());
};

export const exportLoans = exportedList<typeof lending.listLoans>(listLoans, [
  ['Title', 'text', (row) => row.title],
  ['Author', 'text', (row) => row.author],
  ['Copy', 'text', (row) => row.copyCode],
  ['Reader', 'text', (row) => row.personName],
  ['University ID', 'text', (row) => row.univId],
  ['Email', 'text', (row) => row.email],
  ['Contact Number', 'text', (row) => row.contactNo],
  ['Lent', 'day', (row) => row.lentOn],
  ['Due', 'day', (row) => row.dueOn],
  ['Days overdue', 'number', (row) => row.daysOverdue],
  ['Renewals', 'number', (row) => row.renewals],
]);
