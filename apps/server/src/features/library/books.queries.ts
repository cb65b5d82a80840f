import {
  bookFields,
  catalogue,
  type ChangeOf,
  type InputOf,
  type IsoDate,
  searchText,
} from '@campus/contract';
import { sql } from 'kysely';
import { type Db, integer, text, type Transaction } from '../../db/db.ts';
import type { Part } from '../../db/lists.ts';
import { insertedId } from '../../db/sql.ts';
import { columnsOf, selectedFrom, type StorageOf, valuesFor } from '../../db/stored-fields.ts';
import { queued } from './shelf.queries.ts';

/** Without `copies`, which are rows of their own. */
const { copies: _copies, ...ofTheBook } = bookFields;

export const bookColumns = columnsOf(ofTheBook, {
  title: 'books.title',
  author: 'books.author',
  isbn: 'books.isbn',
  shelf: 'books.shelf',
  year: 'books.year',
} satisfies StorageOf<typeof ofTheBook, 'books'>);

const columns = `
  book.id::text, ${selectedFrom('book', bookColumns)},
  book.retired_at is not null as retired, counts.*,
  coalesce((select max(book_changes.id) from book_changes where book_id = book.id), 0)::int
    as version`;

/**
 * Whoever waits will be given a copy on the shelf, also before the queue is brought up to date. `today` is the parameter
 * with the day.
 */
const counts = (today: string): string => `
  cross join lateral (
    select *, greatest(copies - lent - reserved, 0) as free from (
      select count(*)::int as copies, count(loan.id)::int as lent,
        (select count(*)::int ${queued(today)} and queued.book_id = book.id) as reserved
      from book_copies copy
      left join loans loan on loan.copy_id = copy.id and loan.returned_on is null
      where copy.book_id = book.id and copy.removed_at is null) as counted) as counts`;

export interface BookChoice {
  readonly search: string | undefined;
  readonly show: 'current' | 'retired';
}

/** The condition for what is shown, written so that the index of the current books can be used. */
export const condition = ({ search, show }: BookChoice): string =>
  `retired_at is ${show === 'retired' ? 'not null' : 'null'}
   ${search ? 'and search_words @@ book_query($1)' : 'and $1::text is null'}`;

export const searched = ({ search }: BookChoice): string | null =>
  search ? searchText(search) : null;

export const countBooks = (db: Db, choice: BookChoice) =>
  db.value(integer, `select count(*)::int as n from books where ${condition(choice)}`, [
    searched(choice),
  ]);

/** One page, sorted by title. */
export const listBooks = (
  db: Db,
  choice: BookChoice,
  { limit, skip, after, today }: Part & { readonly today: IsoDate },
) =>
  db.rows(
    catalogue.book,
    `select ${columns} from (
       select * from books where ${condition(choice)}
         ${after ? 'and (title, id) > ($5, $6::bigint)' : ''}
       order by title, id limit $2 offset $3
     ) as book ${counts('$4')} order by book.title, book.id`,
    [searched(choice), limit, after ? 0 : skip, today, ...(after ? [after.value, after.id] : [])],
  );

export const bookById = (db: Db, id: string, today: IsoDate) =>
  db.row(catalogue.book, `select ${columns} from books book ${counts('$2')} where book.id = $1`, [
    id,
    today,
  ]);

export const bookIdByIsbn = (db: Db, isbn: string) =>
  db.value(text.optional(), 'select id::text from books where isbn = $1 and retired_at is null', [
    isbn,
  ]);

type NewBook = Omit<InputOf<typeof bookFields>, 'copies'>;

export const insertBook = (tx: Transaction, book: NewBook, actorId: string): Promise<string> => {
  const { title, author } = book;
  return insertedId(
    tx
      .insertInto('books')
      .values({ ...valuesFor('books', bookColumns, book), title, author, created_by: actorId }),
  );
};

/** Changes the given fields, and sets or clears who retired the book. */
export const updateBook = (
  tx: Transaction,
  id: string,
  change: ChangeOf<typeof bookFields>,
  retiredBy: string | null,
) =>
  tx
    .updateTable('books')
    .set({
      ...valuesFor('books', bookColumns, change),
      retired_by: retiredBy,
      retired_at: retiredBy === null ? null : sql<Date>`coalesce(retired_at, now())`,
    })
    .where('id', '=', id)
    .execute();

/** Locks a book, and with it its copies and its queue. */
export const lockBook = (tx: Transaction, id: string) =>
  tx
    .selectFrom('books')
    .where('id', '=', id)
    .select(['id', 'title', 'retired_by as retiredBy'])
    .forNoKeyUpdate()
    .executeTakeFirst();
export type LockedBook = NonNullable<Awaited<ReturnType<typeof lockBook>>>;

export const addCopies = (tx: Transaction, bookId: string, amount: number) =>
  tx.query(
    `insert into book_copies (book_id, number)
     select $1, coalesce((select max(number) from book_copies where book_id = $1), 0) + more
     from generate_series(1, $2::int) as more`,
    [bookId, amount],
  );

/** Removes copies from the library. They must be free. */
export const removeCopies = (tx: Transaction, ids: readonly string[]) =>
  tx.query('update book_copies set removed_at = now() where id = any($1::bigint[])', [ids]);
