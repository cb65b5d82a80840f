import { z } from 'zod';
import { exportOf } from '../../csv/table-file.contract.ts';
import { adminOnly, endpoint, everyoneOwn } from '../../endpoint.ts';
import type { Access } from '../../permissions.ts';
import { count, id, isoDate, textOrNull } from '../../values/replies.ts';
import { listQuery, requiredText } from '../../values/requests.ts';

/** The roles that may borrow books. */
const borrowers: Access = { admin: 'none', teacher: 'own', student: 'own' };

/** A loan, as its borrower sees it. */
export const ownLoan = z.object({
  id,
  bookId: id,
  title: z.string(),
  author: z.string(),
  copyCode: z.string(),
  lentOn: isoDate(),
  dueOn: isoDate(),
  daysOverdue: count,
  renewals: count,
  /** Null if it can be renewed today, otherwise why not. */
  notRenewable: textOrNull,
});
export type OwnLoan = z.infer<typeof ownLoan>;

const person = {
  personId: id,
  personName: z.string(),
  univId: textOrNull,
  email: z.string(),
  contactNo: textOrNull,
};

/** A loan as the desk sees it: with the borrower and how to reach them. */
export const deskLoan = ownLoan.extend(person);
export type DeskLoan = z.infer<typeof deskLoan>;

export const ownReservation = z.object({
  id,
  bookId: id,
  title: z.string(),
  author: z.string(),
  /** Position in the queue, from 1. */
  position: z.int(),
  /** The last day a copy is held at the desk. */
  heldUntil: isoDate().nullable(),
  copyCode: textOrNull,
});
export type OwnReservation = z.infer<typeof ownReservation>;

export const deskReservation = ownReservation.extend({ ...person, madeAt: z.string() });
export type DeskReservation = z.infer<typeof deskReservation>;

export const borrower = z.object({
  ...person,
  role: z.enum(['student', 'teacher']),
  loans: count,
  maxLoans: count,
  overdue: count,
  /** Null if this person may borrow, otherwise why not. */
  refusal: textOrNull,
});
export type Borrower = z.infer<typeof borrower>;

const univId = requiredText(60, 'University ID');
const item = requiredText(60, 'Copy or ISBN');

export const findBorrower = endpoint('GET /library/borrowers', adminOnly('librarian'), {
  summary: 'People with this university ID, or matching a search, and whether they may borrow',
  query: z.union([
    z.strictObject({ univId }),
    z.strictObject({ search: requiredText(200, 'Search') }),
  ]),
  reply: z.array(borrower),
});

/** `item` is the code of a copy, or an ISBN for any free copy of the book. */
export const lend = endpoint('POST /library/loans', adminOnly('librarian'), {
  act: 'book_lent',
  summary: 'Lend a copy to a student or teacher',
  body: z.strictObject({ item, univId, dueOn: isoDate('Due date').optional() }),
  reply: deskLoan,
  status: 201,
  alsoRefuses: ['conflict', 'duplicate'],
});

/**
 * If several copies with the ISBN are lent, the university ID of the borrower is required. With it, only that
 * borrower’s loan is ended, by the code of the copy, too. With `undo`, the loan was a mistake: a reservation that it ended is
 * open again.
 */
export const takeBack = endpoint('POST /library/returns', adminOnly('librarian'), {
  act: 'book_returned',
  summary: 'Return a copy, identified by its code, or by ISBN and borrower',
  body: z.strictObject({ item, univId: univId.optional(), undo: z.literal(true).optional() }),
  reply: z.object({ loan: deskLoan, heldFor: deskReservation.nullable() }),
  alsoRefuses: ['conflict'],
});

export const renewLoan = endpoint('POST /library/loans/:loanId/renew', everyoneOwn('librarian'), {
  act: 'loan_renewed',
  summary: 'Renew a loan from today',
  reply: ownLoan,
  alsoRefuses: ['conflict'],
});

export const listLoans = endpoint('GET /library/loans', adminOnly('librarian'), {
  summary: 'Loans, earliest due date first: all of them, or only overdue ones',
  query: listQuery
    .omit({ cursor: true })
    .extend({ show: z.enum(['all', 'overdue']).default('all') }),
  reply: z.array(deskLoan),
});

export const exportLoans = exportOf(listLoans, 'loans_exported', 'loans');

export const countLists = endpoint('GET /library/counts', adminOnly('librarian'), {
  summary: 'How many books, loans, overdue loans, reservations and retired books there are',
  reply: z.object({
    books: count,
    loans: count,
    overdue: count,
    reservations: count,
    retired: count,
  }),
});

export const listReservations = endpoint('GET /library/reservations', adminOnly('librarian'), {
  summary: 'Reservations, those with a copy held for them first',
  query: listQuery.omit({ cursor: true }),
  reply: z.array(deskReservation),
});

export const exportReservations = exportOf(
  listReservations,
  'reservations_exported',
  'reservations',
);

export const ownLibrary = endpoint('GET /library/mine', borrowers, {
  summary: 'The caller’s loans and reservations',
  reply: z.object({
    loans: z.array(ownLoan),
    reservations: z.array(ownReservation),
    maxLoans: count,
  }),
});

export const reserve = endpoint('POST /library/books/:bookId/reservations', borrowers, {
  act: 'book_reserved',
  summary: 'Reserve a book that has no free copy',
  reply: ownReservation,
  status: 201,
  alsoRefuses: ['conflict', 'duplicate'],
});

export const cancelReservation = endpoint(
  'DELETE /library/reservations/:reservationId',
  everyoneOwn('librarian'),
  {
    act: 'reservation_cancelled',
    summary: 'Cancel a reservation',
  },
);
