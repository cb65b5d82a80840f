import type { IsoDate, QueuePlan } from '@campus/contract';
import { z } from 'zod';
import {
  boolean,
  dayOrNull,
  type Db,
  integer,
  text,
  textOrNull,
  texts,
  type Transaction,
} from '../../db/db.ts';

/** A copy in the library, and who has it. */
const copy = z.object({
  id: text,
  number: integer,
  loanId: textOrNull,
  borrowerId: textOrNull,
  borrowerName: textOrNull,
});
export type Copy = z.infer<typeof copy>;

const queuePlace = z.object({
  id: text,
  copyId: textOrNull,
  heldUntil: dayOrNull,
  personId: text,
  personName: text,
  gone: boolean,
});

/** The copies of a book, by number. */
export const copiesOf = (tx: Transaction, bookId: string) =>
  tx.rows(
    copy,
    `select copy.id::text, copy.number, loan.id::text as "loanId",
       loan.person_id::text as "borrowerId", people.name as "borrowerName"
     from book_copies copy
     left join loans loan on loan.copy_id = copy.id and loan.returned_on is null
     left join people on people.id = loan.person_id
     where copy.book_id = $1 and copy.removed_at is null
     order by copy.number`,
    [bookId],
  );

/** SQL: whether one of `people`, with their row of `students` if any, has left; `today` is the parameter with the day. */
const isGone = (today: string): string =>
  `(not people.active or coalesce(students.withdrawn_on <= ${today}, false))`;

/** SQL: the reservations `queued` that count: today's holds, and the waiting of readers who have not left. */
export const queued = (today: string): string => `
  from reservations queued
  join people on people.id = queued.person_id
  left join students on students.person_id = people.id
  where queued.ended_at is null
    and case when queued.held_until is null then not ${isGone(today)}
      else queued.held_until >= ${today} end`;

export const queueOf = (tx: Transaction, bookId: string, today: IsoDate) =>
  tx.rows(
    queuePlace,
    `select waiting.id::text, copy_id::text as "copyId", held_until as "heldUntil",
       waiting.person_id::text as "personId", people.name as "personName",
       ${isGone('$2')} as gone
     from reservations waiting join people on people.id = waiting.person_id
     left join students on students.person_id = people.id
     where book_id = $1 and ended_at is null order by waiting.id`,
    [bookId, today],
  );

export const endReservations = (
  tx: Transaction,
  ids: readonly string[],
  outcome: 'lent' | 'cancelled' | 'lapsed',
  at?: Date,
) =>
  tx.query(
    `update reservations set ended_at = coalesce($3, now()), outcome = $2
     where id = any($1::bigint[])`,
    [ids, outcome, at ?? null],
  );

/** Gives the borrower back the place in the queue that ended with this loan. */
export const reopenReservation = (tx: Transaction, loanId: string) =>
  tx.query(
    `update reservations set ended_at = null, outcome = null, copy_id = null, held_until = null
     from loans
     join book_copies copy on copy.id = loans.copy_id
     join loan_events lent on lent.loan_id = loans.id and lent.kind = 'lent'
     where loans.id = $1 and reservations.book_id = copy.book_id
       and reservations.person_id = loans.person_id
       and reservations.outcome = 'lent' and reservations.ended_at = lent.done_at`,
    [loanId],
  );

export const putOnHold = (tx: Transaction, held: QueuePlan['held']) =>
  tx.query(
    `update reservations set copy_id = given.copy, held_until = given.until
     from unnest($1::bigint[], $2::bigint[], $3::date[]) as given (id, copy, until)
     where reservations.id = given.id`,
    [
      held.map(({ id }) => id),
      held.map(({ copyId }) => copyId),
      held.map(({ heldUntil }) => heldUntil),
    ],
  );

/** Books with an expired hold, or a reader in line who has left. */
export const booksWithStaleHolds = (db: Db, today: IsoDate) =>
  db.value(
    texts,
    `select array(select distinct book_id::text
       from reservations join people on people.id = person_id
       left join students on students.person_id = people.id
       where ended_at is null and (held_until < $1 or held_until is null and ${isGone('$1')})) as ids`,
    [today],
  );
