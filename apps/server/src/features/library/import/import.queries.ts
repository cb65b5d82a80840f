import { addDays, type IsoDate, lendingRules } from '@campus/contract';
import type { Importing } from '../../../csv/list-import.ts';
import { columnOf, insertProblems, insertRepeated, readable } from '../../../csv/import.queries.ts';
import { integer, type Transaction } from '../../../db/db.ts';
import { asGiven } from '../../../db/stored-fields.ts';
import { bookColumns } from '../books.queries.ts';

/**
 * Locks the books until the file is stored, so that what was checked stays true. Readers can still search; the desk
 * waits. The history will say that the changes came from a file.
 */
export const lockCatalogue = async (tx: Transaction): Promise<void> => {
  await tx.query('lock table books in exclusive mode');
  await tx.query(`select set_config('campus.import', 'on', true)`);
};

const columnNames = bookColumns.map(({ name }) => name);

const copyChanges = `import_changes as change join import_known known on known.row = change.row`;

/** Whether a `copy` is neither lent nor held. */
const isFree = `not exists (select from loans where copy_id = copy.id and returned_on is null)
  and not exists (select from reservations where copy_id = copy.id and ended_at is null)`;

/** Numbers new copies from the highest one on: numbers are not reused. */
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

/** Removes the free copies with the highest numbers. */
const removeCopies = (tx: Transaction) =>
  tx.query(
    `update book_copies set removed_at = now() where id in (
       select id from (
         select copy.id, before::int - after::int as fewer,
           row_number() over (partition by copy.book_id order by copy.number desc) as place
         from ${copyChanges}
         join book_copies copy on copy.book_id = known.id and copy.removed_at is null
         where field = 'copies' and after::int < before::int
           and ${isFree}
       ) as free where place <= fewer)`,
  );

/** Holds new copies for the readers who wait, in the order of the queue. */
const holdNewCopies = (tx: Transaction, today: IsoDate) =>
  tx.query(
    `with more as (
       select known.id as book_id from ${copyChanges}
       where field = 'copies' and after::int > before::int
     ), free as (
       select copy.id, book_id, row_number() over (partition by book_id order by copy.number) as place
       from more join book_copies copy using (book_id)
       where copy.removed_at is null and ${isFree}
     ), waiting as (
       select id, book_id, row_number() over (partition by book_id order by id) as place
       from more join reservations using (book_id)
       where ended_at is null and copy_id is null
     )
     update reservations set copy_id = free.id, held_until = $1
     from waiting join free using (book_id, place) where reservations.id = waiting.id`,
    [addDays(today, lendingRules.holdDays)],
  );

/** Changes the books that differ; returns how many. */
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
 * Adds the books that are new, in the order of the file; returns how many. The tables are analysed in between, because
 * each foreign key is checked row by row with a plan that, if made while a table was small, reads the whole table
 * every time.
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

/**
 * Two temporary tables: `import_known` maps rows to books of the catalogue, `new_books` the other rows to the books
 * they become.
 */
export const pairingTables = `
  create temporary table import_known (row integer not null, id bigint not null) on commit drop;
  create temporary table new_books (row integer not null, book_id bigint not null) on commit drop`;

/**
 * Pairs the remaining rows and books with the same title, author and `year`: the first row with the first book and so
 * on, books without an ISBN first.
 */
const pairByTitle = async (
  tx: Transaction,
  conditions: { readonly rows: string; readonly books: string; readonly year?: 'null' },
): Promise<void> => {
  const { year = 'year' } = conditions;
  await tx.query(
    `with given as (
       select row, key, row_number() over (partition by key order by title, author, row) as place
       from (
         select row, title collate "C" as title, author collate "C" as author,
           book_key(title, author, ${year}) as key
         from import_rows
         where ${readable} and ${conditions.rows} and row not in (select row from import_known)
       ) as listed
     ), stored as (
       select id, key,
         row_number() over (partition by key order by isbn is not null, title, author, id) as place
       from (
         select id, isbn, title collate "C" as title, author collate "C" as author,
           book_key(title, author, ${year}) as key
         from books
         where retired_at is null and ${conditions.books} and id not in (select id from import_known)
           and exists (select from given)
       ) as unclaimed
     )
     insert into import_known select given.row, stored.id from given join stored using (key, place)`,
  );
};

/**
 * Matches rows with books: by ISBN; rows without one by title, author and year, or by title and author if the row has
 * no year; finally books without an ISBN by title, author and year with rows that have one.
 */
export const findKnown = async (tx: Transaction): Promise<void> => {
  await tx.query('delete from import_known; analyze import_rows');
  await tx.query(
    `insert into import_known
     select import_rows.row, books.id
     from import_rows join books on books.isbn = import_rows.isbn and books.retired_at is null`,
  );
  await tx.query('analyze import_known');
  await pairByTitle(tx, { rows: 'isbn is null', books: 'true' });
  await pairByTitle(tx, { rows: 'isbn is null and year is null', books: 'true', year: 'null' });
  await pairByTitle(tx, { rows: 'isbn is not null', books: 'isbn is null' });
  await tx.query('analyze import_known');
};

/** Refuses a book without an ISBN that is in the file twice, unless the catalogue already has it several times. */
const insertRepeatedTitles = (importing: Importing) =>
  insertProblems(
    importing,
    ['title', 'title'],
    `'This is the same book as in row ' || case when import_rows.row = first then second else first end
       || ': write it once, with the number of its copies'`,
    `join (
       select row, first_value(row) over same as first, nth_value(row, 2) over same as second
       from import_rows where ${readable} and isbn is null
       window same as (partition by book_key(title, author, year) order by row
         rows between unbounded preceding and unbounded following)
     ) as listed using (row)
     where second is not null and row not in (select row from import_known)`,
  );

/** Refuses fewer copies than are lent or held for readers. */
const insertTooFewCopies = (importing: Importing) =>
  insertProblems(
    importing,
    ['copies', 'copies'],
    `concat_ws(' and ',
         case when lent = 1 then '1 copy is lent' when lent > 1 then lent || ' copies are lent' end,
         case when held = 1 then '1 is held for a reader'
           when held > 1 then held || ' are held for readers' end)
       || ': there cannot be fewer than ' || lent + held || ' copies'`,
    `join import_known known on known.row = import_rows.row
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
  );

/** Adds the problems that depend on the whole file and the catalogue. */
export const findProblems = async (importing: Importing): Promise<void> => {
  const { header, existing } = importing;
  await insertRepeated(importing, ['isbn', 'isbn'], 'ISBN');
  if (columnOf(header, 'title')) await insertRepeatedTitles(importing);
  if (columnOf(header, 'copies') && existing === 'update') await insertTooFewCopies(importing);
};
