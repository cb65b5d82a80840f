import type { Importing } from '../../../csv/list-import.ts';
import { type Column, columnOf, insertRepeated } from '../../../csv/import.queries.ts';
import type { Transaction } from '../../../db/db.ts';
import { readable } from './pairing.queries.ts';

/** A book without an ISBN stands in the file once, unless the catalogue has it several times already. */
const insertRepeatedTitles = (tx: Transaction, { name, place }: Column) =>
  tx.query(
    `insert into import_problems
     select row, $2, true, $1, title, 'This is the same book as in row '
       || case when row = first then second else first end
       || ': write it once, with the number of its copies'
     from (
       select row, title, first_value(row) over same as first, nth_value(row, 2) over same as second
       from import_rows where ${readable} and isbn is null
       window same as (partition by book_key(title, author, year) order by row
         rows between unbounded preceding and unbounded following)
     ) as listed
     where second is not null and row not in (select row from import_known)`,
    [name, place],
  );

/** Copies that someone has, or that wait at the desk for someone, stay in the catalogue. */
const insertTooFewCopies = (tx: Transaction, { name, place }: Column) =>
  tx.query(
    `insert into import_problems
     select import_rows.row, $2, true, $1, import_rows.copies::text, concat_ws(' and ',
         case when lent = 1 then '1 copy is lent' when lent > 1 then lent || ' copies are lent' end,
         case when held = 1 then '1 is held for a reader'
           when held > 1 then held || ' are held for readers' end)
       || ': there cannot be fewer than ' || lent + held || ' copies'
     from import_rows
     join import_known known on known.row = import_rows.row
     join (
       select copy.book_id, count(*) filter (where used.lent) as lent,
         count(*) filter (where not used.lent) as held
       from (
         select copy_id, true as lent from loans where returned_on is null
         union all
         select copy_id, false from reservations where ended_at is null and copy_id is not null
       ) as used
       join book_copies copy on copy.id = used.copy_id
       group by copy.book_id
     ) as in_use on in_use.book_id = known.id
     where import_rows.copies < lent + held`,
    [name, place],
  );

/** Adds the problems that only the whole file and the catalogue together show. */
export const findProblems = async ({ tx, header, existing }: Importing): Promise<void> => {
  const [title, isbn, copies] = ['title', 'isbn', 'copies'].map((field) => columnOf(header, field));
  if (isbn) await insertRepeated(tx, { column: 'isbn', label: 'ISBN' }, isbn);
  if (title) await insertRepeatedTitles(tx, title);
  if (copies && existing === 'update') await insertTooFewCopies(tx, copies);
};
