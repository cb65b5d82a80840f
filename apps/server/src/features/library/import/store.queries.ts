import { addDays, type IsoDate, lendingRules } from '@campus/contract';
import { integer, type Transaction } from '../../../db/db.ts';
import { asGiven } from '../../../db/stored-fields.ts';
import { bookColumns } from '../book.columns.ts';

/**
 * Keeps everybody else from the books until the file is stored: what was looked at stays true. Readers
 * search meanwhile, the desk waits. The history says that a file did it.
 */
export const lockCatalogue = async (tx: Transaction): Promise<void> => {
  await tx.query('lock table books in exclusive mode');
  await tx.query(`select set_config('campus.import', 'on', true)`);
};

const columnNames = bookColumns.map(({ name }) => name);

const copyChanges = `import_changes as change join import_known known on known.row = change.row`;

/** The new copies get the numbers after the highest: no number is ever given twice. */
const addCopies = (tx: Transaction) =>
  tx.query(
    `insert into book_copies (book_id, number)
     select id, highest + more
     from (
       select known.id, after::int - before::int as wanted, coalesce(
         (select max(number) from book_copies where book_id = known.id), 0) as highest
       from ${copyChanges} where field = 'copies'
     ) as change, generate_series(1, wanted) as more
     order by id, more`,
  );

/** Of the copies that nobody has or waits for, those with the highest numbers. */
const removeCopies = (tx: Transaction) =>
  tx.query(
    `update book_copies set removed_at = now() where id in (
       select id from (
         select copy.id, before::int - after::int as fewer,
           row_number() over (partition by copy.book_id order by copy.number desc) as place
         from ${copyChanges}
         join book_copies copy on copy.book_id = known.id and copy.removed_at is null
         where field = 'copies' and after::int < before::int
           and not exists (select from loans where copy_id = copy.id and returned_on is null)
           and not exists (select from reservations where copy_id = copy.id and ended_at is null)
       ) as free where place <= fewer)`,
  );

/** New copies are for those who wait, the first in line first. */
const holdNewCopies = (tx: Transaction, today: IsoDate) =>
  tx.query(
    `with more as (
       select known.id as book_id from ${copyChanges}
       where field = 'copies' and after::int > before::int
     ), free as (
       select copy.id, book_id, row_number() over (partition by book_id order by copy.number) as place
       from more join book_copies copy using (book_id)
       where copy.removed_at is null
         and not exists (select from loans where copy_id = copy.id and returned_on is null)
         and not exists (select from reservations where copy_id = copy.id and ended_at is null)
     ), waiting as (
       select id, book_id, row_number() over (partition by book_id order by id) as place
       from more join reservations using (book_id)
       where ended_at is null and copy_id is null
     )
     update reservations set copy_id = free.id, held_until = $1
     from waiting join free using (book_id, place) where reservations.id = waiting.id`,
    [addDays(today, lendingRules.holdDays)],
  );

/** Changes the books that differ; answers how many that were. */
export const applyChanges = async (tx: Transaction, today: IsoDate): Promise<number> => {
  await tx.query(
    `update books set ${asGiven('books', columnNames)}
     from import_rows join import_known known on known.row = import_rows.row
     where books.id = known.id
       and import_rows.row in (select row from import_changes where field <> 'copies')`,
  );
  await addCopies(tx);
  await removeCopies(tx);
  await holdNewCopies(tx, today);
  return tx.value(integer, 'select count(distinct row)::int as n from import_changes');
};

/**
 * Adds the books that the catalogue does not have, in the order of the file; answers how many. The
 * tables are analysed in between, because each foreign key is checked row by row with a plan that, made
 * while a table was small, reads all of it every time.
 */
export const insertNewBooks = async (tx: Transaction, actorId: string): Promise<number> => {
  const added = await tx.query(
    `insert into new_books
     select row, nextval(pg_get_serial_sequence('books', 'id'))
     from (
       select row from import_rows where row not in (select row from import_known) order by row
     ) as listed`,
  );
  await tx.query('analyze new_books');
  await tx.query(
    `insert into books (id, ${columnNames.join(', ')}, created_by, imported)
     overriding system value
     select book_id, ${columnNames.join(', ')}, $1, true
     from new_books join import_rows using (row) order by book_id`,
    [actorId],
  );
  await tx.query('analyze (skip_locked) books (id)');
  await tx.query(
    `insert into book_copies (book_id, number)
     select book_id, number
     from new_books join import_rows using (row), generate_series(1, coalesce(copies, 1)) as number
     order by book_id, number`,
  );
  await tx.query('analyze (skip_locked) book_copies (id, book_id)');
  return added;
};
