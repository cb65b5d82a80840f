import type { Transaction } from '../../../db/db.ts';

/**
 * Two temporary tables beside the file's: `import_known` says which rows are about which books of the
 * catalogue, `new_books` which books the others become.
 */
export const pairingTables = `
  create temporary table import_known (row integer not null, id bigint not null) on commit drop;
  create temporary table new_books (row integer not null, book_id bigint not null) on commit drop`;

/** Rows whose title can be gone by: they have no problem of their own. */
export const readable = 'problems is null';

/**
 * Pairs rows and books of the same title, author and `year` that have nobody yet, one by one: the
 * first such row with the first such book, those without an ISBN before others.
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
 * Finds the books that the rows are about: by ISBN; else, for a row without one, by title, author and
 * year, or by title and author alone where it says no year; else a book without an ISBN whose title,
 * author and year are those of a row that knows it.
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
