import {
  copyCode,
  daysOverdue,
  type DeskLoan,
  type IsoDate,
  lending,
  type QueryOf,
  renew,
} from '@campus/contract';
import type { z } from 'zod';
import { type Db, integer, text, type Transaction } from '../../db/db.ts';
import { counted, type Paged } from '../../db/lists.ts';
import { searchCondition, searchKeyOf } from '../../db/sql.ts';
import { deskKeys, readerColumns } from './borrowers.queries.ts';
import { queued } from './shelf.queries.ts';

const loanRow = lending.deskLoan
  .omit({ copyCode: true, daysOverdue: true, notRenewable: true })
  .extend({ number: integer, waiting: integer });

/** `today` is the parameter with the day. */
const columns = (today: string): string => `
  loan.id::text, copy.book_id::text as "bookId", book.title, book.author, copy.number,
  loan.lent_on as "lentOn", loan.due_on as "dueOn", loan.renewals,
  ${readerColumns},
  (select count(*)::int ${queued(today)}
     and queued.book_id = book.id and queued.copy_id is null) as waiting`;

const joins = `
  join book_copies copy on copy.id = loan.copy_id
  join books book on book.id = copy.book_id
  join people person on person.id = loan.person_id`;

const loanOf = (
  { number, waiting, ...loan }: z.infer<typeof loanRow>,
  today: IsoDate,
): DeskLoan => {
  const renewal = renew({ ...loan, waiting }, today);
  return {
    ...loan,
    copyCode: copyCode(loan.bookId, number),
    daysOverdue: daysOverdue(loan.dueOn, today),
    notRenewable: 'refused' in renewal ? renewal.refused : null,
  };
};

export const loanById = async (db: Db, id: string, today: IsoDate) => {
  const row = await db.row(
    loanRow,
    `select ${columns('$2')} from loans loan ${joins} where loan.id = $1`,
    [id, today],
  );
  return row && loanOf(row, today);
};

/** A person's loans, those due first at the top. */
export const loansOfPerson = async (db: Db, personId: string, today: IsoDate) => {
  const rows = await db.rows(
    loanRow,
    `select ${columns('$2')} from loans loan ${joins}
     where loan.person_id = $1 and loan.returned_on is null order by loan.due_on, loan.id`,
    [personId, today],
  );
  return rows.map((row) => loanOf(row, today));
};

const searchKey = searchKeyOf(...deskKeys, "copy.book_id || '-' || copy.number");

/** The current loans, those due first at the top, and how many there are in all. */
export const listLoans = async (
  db: Db,
  list: Paged<QueryOf<typeof lending.listLoans>>,
  today: IsoDate,
) => {
  const rows = await db.rows(
    { ...loanRow.shape, total: integer },
    `select ${columns('$5')}, listed.total from (
       select loan.id, (count(*) over ())::int as total from loans loan ${joins}
       where loan.returned_on is null and ($1::date is null or loan.due_on < $1)
         and ($2::text is null or ${searchCondition(searchKey, '$2')})
       order by loan.due_on, loan.id limit $3 offset $4
     ) as listed
     join loans loan on loan.id = listed.id ${joins} order by loan.due_on, loan.id`,
    [list.show === 'overdue' ? today : null, list.search || null, list.limit, list.skip, today],
  );
  return counted(rows, (loan) => loanOf(loan, today));
};

/** The lengths of the lists at the desk. */
export const countLists = (db: Db, today: IsoDate) =>
  db.one(
    lending.countLists.reply,
    `select (select count(*)::int from books where retired_at is null) as books,
       count(*)::int as loans, (count(*) filter (where due_on < $1))::int as overdue,
       (select count(*)::int from reservations where ended_at is null) as reservations,
       (select count(*)::int from books where retired_at is not null) as retired
     from loans where returned_on is null`,
    [today],
  );

const keepEvent = `insert into loan_events (loan_id, kind, due_on, done_by, done_at)
  select id, $1, due_on, $2, $3 from changed returning loan_id::text as id`;

interface Done {
  readonly by: string;
  readonly at: Date;
  readonly today: IsoDate;
}

/** Lends a copy and records it in the history; returns the id of the loan. */
export const insertLoan = (
  tx: Transaction,
  loan: { copyId: string; personId: string; dueOn: IsoDate },
  done: Done,
) =>
  tx.value(
    text,
    `with changed as (
       insert into loans (copy_id, person_id, lent_on, due_on, lent_by)
       values ($4, $5, $6, $7, $2) returning id, due_on
     ) ${keepEvent}`,
    ['lent', done.by, done.at, loan.copyId, loan.personId, done.today, loan.dueOn],
  );

export const renewLoan = (tx: Transaction, id: string, dueOn: IsoDate, done: Done) =>
  tx.query(
    `with changed as (
       update loans set due_on = $5, renewals = renewals + 1 where id = $4 returning id, due_on
     ) ${keepEvent}`,
    ['renewed', done.by, done.at, id, dueOn],
  );

/** A loan ends on its first day at the earliest, which after a change of the time zone may be after today. */
export const endLoan = (tx: Transaction, id: string, done: Done) =>
  tx.query(
    `with changed as (
       update loans set returned_on = greatest(lent_on, $5), returned_to = $2 where id = $4
       returning id, due_on
     ) ${keepEvent}`,
    ['returned', done.by, done.at, id, done.today],
  );

/** The book of an open loan. */
export const bookOfLoan = (db: Db, id: string) =>
  db.value(
    text.optional(),
    `select book_id::text as id from loans join book_copies on book_copies.id = copy_id
     where loans.id = $1 and returned_on is null`,
    [id],
  );
