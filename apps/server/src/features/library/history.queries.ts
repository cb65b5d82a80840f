import { catalogue } from '@campus/contract';
import { type Db, integer, type Transaction } from '../../db/db.ts';
import type { Part } from '../../db/lists.ts';
import { instant } from '../../db/sql.ts';

/** Events of three tables: the remainder of an id modulo 3 says which table it is from. */
const events = `
  select id * 3 as id, 'added' as kind, created_at as done_at, created_by as done_by, imported,
    null as field, null as before, null as after,
    null as code, null::bigint as person_id, null::date as due_on
  from books where id = $1
  union all
  select id * 3 + 1, 'changed', changed_at, changed_by, imported, field, before, after,
    null, null, null
  from book_changes where book_id = $1
  union all
  select event.id * 3 + 2, event.kind, event.done_at, event.done_by, false, null, null, null,
    copy.book_id || '-' || copy.number, loan.person_id, event.due_on
  from book_copies copy
  join loans loan on loan.copy_id = copy.id
  join loan_events event on event.loan_id = loan.id
  where copy.book_id = $1`;

/** The history of a book and its copies, latest first. */
export const historyOf = (db: Db, bookId: string) => ({
  rows: ({ limit, after }: Part) =>
    db.rows(
      catalogue.bookEvent,
      `with event as materialized (${events})
       select event.id::text, kind, doer.name as "doneBy", ${instant('event.done_at')} as "doneAt",
         imported, field, before, after, code as "copyCode", person.name as "personName",
         due_on as "dueOn"
       from event
       left join people doer on doer.id = event.done_by
       left join people person on person.id = event.person_id
       where $2::bigint is null
         or (event.done_at, event.id) < (select done_at, id from event where id = $2)
       order by event.done_at desc, event.id desc limit $3`,
      [bookId, after?.id, limit],
    ),
  total: () => db.value(integer, `select count(*)::int as n from (${events}) as event`, [bookId]),
});

/** The id of the book's last change. Call it with the book locked. */
export const bookVersion = (tx: Transaction, bookId: string) =>
  tx.value(
    integer,
    'select coalesce(max(id), 0)::int as version from book_changes where book_id = $1',
    [bookId],
  );
