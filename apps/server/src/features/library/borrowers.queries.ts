import { type IsoDate, lending, roles } from '@campus/contract';
import { z } from 'zod';
import { boolean, type Db, integer, type Transaction } from '../../db/db.ts';
import { queued } from './shelf.queries.ts';

/** What decides whether a person may borrow. */
const borrowerRow = lending.borrower
  .omit({ maxLoans: true, refusal: true })
  .extend({ role: z.enum(roles), active: boolean, withdrawn: boolean.nullable() });
export type BorrowerRow = z.infer<typeof borrowerRow>;

/** Columns for `person`. */
export const readerColumns = `person.id::text as "personId", person.name as "personName",
  person.univ_id as "univId", person.email, person.contact_phone as "contactNo"`;

/** What a search at the desk matches, of `book` and `person`. */
export const deskKeys = [
  'book.title',
  'book.author',
  'person.name',
  'person.univ_id',
  'person.email',
] as const;

const select = `select ${readerColumns}, person.role, person.active,
    students.withdrawn_on <= $2 as withdrawn, counts.loans, counts.overdue
  from people person
  left join students on students.person_id = person.id
  cross join lateral (
    select count(*)::int as loans, (count(*) filter (where due_on < $2))::int as overdue
    from loans where person_id = person.id and returned_on is null) as counts
  where`;

/** The person with this university ID, as written or else in upper or lower case. */
export const borrowerByUnivId = (db: Db, univId: string, today: IsoDate) =>
  db.row(
    borrowerRow,
    `${select} person.univ_id = any($1::text[])
     order by person.univ_id = ($1::text[])[1] desc limit 1`,
    [[univId, univId.toUpperCase(), univId.toLowerCase()], today],
  );

/** The borrowers with these ids, in their order. */
export const borrowersById = (db: Db, ids: readonly string[], today: IsoDate) =>
  db.rows(
    borrowerRow,
    `${select} person.id = any($1::bigint[]) order by array_position($1::bigint[], person.id)`,
    [ids, today],
  );

/**
 * Locks a person, so that two desks at once do not lend beyond the limit. Always lock the book first, to avoid
 * deadlocks.
 */
export const lockBorrower = (tx: Transaction, personId: string) =>
  tx.query('select from people where id = $1 for no key update', [personId]);

export const openLoansOf = (tx: Db, personId: string) =>
  tx.value(
    integer,
    'select count(*)::int as n from loans where person_id = $1 and returned_on is null',
    [personId],
  );

/** The reservations that count, whether or not the queues have been read since others ended. */
export const openReservationsOf = (tx: Db, personId: string, today: IsoDate) =>
  tx.value(integer, `select count(*)::int as n ${queued('$2')} and people.id = $1`, [
    personId,
    today,
  ]);
