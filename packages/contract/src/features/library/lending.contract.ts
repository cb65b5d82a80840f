import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { type Access, adminOnly } from '../../permissions.ts';
import { isoDate } from '../../values/dates.ts';
import { listQuery } from '../../values/lists.ts';
import { count, id, requiredText } from '../../values/text.ts';

/** Anyone who has books of their own to look after. */
const borrowers: Access = { admin: 'none', teacher: 'own', student: 'own' };
const borrowersAndDesk: Access = { ...borrowers, admin: 'any' };

/** A book that a person has. */
export const ownLoan = z.object({
  id,
  bookId: id,
  title: z.string(),
  author: z.string(),
  /** On the label of the copy. */
  copyCode: z.string(),
  lentOn: isoDate(),
  dueOn: isoDate(),
  daysOverdue: count,
  renewals: count,
  /** Null when it can be renewed today, else why not. */
  notRenewable: z.string().nullable(),
});
export type OwnLoan = z.infer<typeof ownLoan>;

const person = {
  personId: id,
  personName: z.string(),
  univId: z.string().nullable(),
  email: z.string(),
  contactNo: z.string().nullable(),
};

/** A loan as the desk sees it, with whose it is and how to reach them. */
export const deskLoan = ownLoan.extend(person);
export type DeskLoan = z.infer<typeof deskLoan>;

export const ownReservation = z.object({
  id,
  bookId: id,
  title: z.string(),
  author: z.string(),
  /** From 1, among those who wait for the book. */
  position: z.int(),
  /** A copy waits at the desk until this day, the day included. */
  heldUntil: isoDate().nullable(),
  copyCode: z.string().nullable(),
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
  /** Null when this person may borrow, else why not. */
  refusal: z.string().nullable(),
});
export type Borrower = z.infer<typeof borrower>;

const univId = requiredText(60, 'University ID');
const item = requiredText(60, 'Copy or ISBN');

export const findBorrower = endpoint('GET /library/borrowers', {
  summary: 'Whose university ID this is, and whether they may borrow; empty when nobody’s',
  access: adminOnly,
  query: z.strictObject({ univId }),
  reply: z.array(borrower),
});

/** `item` is the code of a copy, or an ISBN for any free copy of the book. */
export const lend = endpoint('POST /library/loans', {
  summary: 'Lend a copy to a student or teacher',
  access: adminOnly,
  body: z.strictObject({ item, univId, dueOn: isoDate('Due date').optional() }),
  reply: deskLoan,
  status: 201,
  alsoRefuses: ['conflict', 'duplicate'],
});

/** An ISBN of which several copies are lent needs the university ID of the person who returns one. */
export const takeBack = endpoint('POST /library/returns', {
  summary: 'Take a copy back: by its code, or by ISBN and person',
  access: adminOnly,
  body: z.strictObject({ item, univId: univId.optional() }),
  reply: z.object({ loan: deskLoan, heldFor: deskReservation.nullable() }),
  alsoRefuses: ['conflict'],
});

export const renewLoan = endpoint('POST /library/loans/:loanId/renew', {
  summary: 'Renew a loan from today',
  access: borrowersAndDesk,
  reply: ownLoan,
  alsoRefuses: ['conflict'],
});

export const listLoans = endpoint('GET /library/loans', {
  summary: 'What is lent, what is due first at the top: all of it, or what is overdue',
  access: adminOnly,
  query: listQuery
    .omit({ cursor: true })
    .extend({ show: z.enum(['all', 'overdue']).default('all') }),
  reply: z.array(deskLoan),
});

export const listReservations = endpoint('GET /library/reservations', {
  summary: 'Who waits for which book, those with a copy held for them first',
  access: adminOnly,
  query: listQuery.omit({ cursor: true }),
  reply: z.array(deskReservation),
});

export const ownLibrary = endpoint('GET /library/mine', {
  summary: 'One’s own loans and reservations',
  access: borrowers,
  reply: z.object({
    loans: z.array(ownLoan),
    reservations: z.array(ownReservation),
    maxLoans: count,
  }),
});

export const reserve = endpoint('POST /library/books/:bookId/reservations', {
  summary: 'Queue up for a book of which no copy is free',
  access: borrowers,
  reply: ownReservation,
  status: 201,
  alsoRefuses: ['conflict', 'duplicate'],
});

export const cancelReservation = endpoint('DELETE /library/reservations/:reservationId', {
  summary: 'Leave the queue for a book',
  access: borrowersAndDesk,
});
