import { type Book, type IsoDate, searchText } from '@campus/contract';
import type { Db, Transaction } from '../../db/db.ts';

const columns = `
  book.id::text, book.title, book.author, book.isbn, book.shelf, book.year,
  book.retired_at is not null as retired, counts.copies, counts.lent, counts.free,
  (select count(*)::int from reservations
   where reservations.book_id = book.id and ended_at is null) as reserved,
  coalesce((select max(book_changes.id) from book_changes where book_id = book.id), 0)::int
    as version`;

/** `today` is the parameter with the day: a hold that is past it keeps nobody from the copy. */
const counts = (today: string): string => `
  cross join lateral (
    select count(*)::int as copies, count(loan.id)::int as lent,
      (count(*) filter (where loan.id is null and held.id is null))::int as free
    from book_copies copy
    left join loans loan on loan.copy_id = copy.id and loan.returned_on is null
    left join reservations held
      on held.copy_id = copy.id and held.ended_at is null and held.held_until >= ${today}
    where copy.book_id = book.id and copy.removed_at is null) as counts`;

export interface BookChoice {
  readonly search: string | undefined;
  readonly show: 'current' | 'retired';
}

/** The condition for what is shown, written so that the index of the current books serves it. */
const condition = ({ search, show }: BookChoice): string =>
  `retired_at is ${show === 'retired' ? 'not null' : 'null'}
   ${search ? 'and search_words @@ book_query($1)' : 'and $1::text is null'}`;

const searched = ({ search }: BookChoice): string | null => (search ? searchText(search) : null);

export const countBooks = async (db: Db, choice: BookChoice): Promise<number> => {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from books where ${condition(choice)}`,
    [searched(choice)],
  );
  return rows[0]?.n ?? 0;
};

/**
 * How many books there are, where a page by its number already tells: it is the last one when it is
 * not full. To count them is to search once more.
 */
export const totalKnownFrom = (
  found: number,
  { skip, limit }: { skip: number; limit: number },
): number | undefined => (found < limit && (found > 0 || skip === 0) ? skip + found : undefined);

/** A book's place in the list. */
interface Place {
  readonly value: string | null;
  readonly id: string;
}

/** One page by title. */
export const listBooks = async (
  db: Db,
  choice: BookChoice,
  page: { limit: number; skip: number; after: Place | undefined; today: IsoDate },
): Promise<Book[]> => {
  const { after } = page;
  const { rows } = await db.query<Book>(
    `select ${columns} from (
       select * from books where ${condition(choice)}
         ${after ? 'and (title, id) > ($5, $6::bigint)' : ''}
       order by title, id limit $2 offset $3
     ) as book ${counts('$4')} order by book.title, book.id`,
    [
      searched(choice),
      page.limit,
      after ? 0 : page.skip,
      page.today,
      ...(after ? [after.value, after.id] : []),
    ],
  );
  return rows;
};

export const bookById = async (db: Db, id: string, today: IsoDate): Promise<Book | undefined> => {
  const { rows } = await db.query<Book>(
    `select ${columns} from books book ${counts('$2')} where book.id = $1`,
    [id, today],
  );
  return rows[0];
};

/** The book in the catalogue with this ISBN. */
export const bookIdByIsbn = async (db: Db, isbn: string): Promise<string | undefined> => {
  const { rows } = await db.query<{ id: string }>(
    'select id::text from books where isbn = $1 and retired_at is null',
    [isbn],
  );
  return rows[0]?.id;
};

export interface BookFields {
  readonly title: string;
  readonly author: string;
  readonly isbn: string | null;
  readonly shelf: string | null;
  readonly year: number | null;
}

export const insertBook = async (
  tx: Transaction,
  book: BookFields,
  actorId: string,
): Promise<string> => {
  const { rows } = await tx.query<{ id: string }>(
    `insert into books (title, author, isbn, shelf, year, created_by)
     values ($1, $2, $3, $4, $5, $6) returning id::text`,
    [book.title, book.author, book.isbn, book.shelf, book.year, actorId],
  );
  return rows[0]?.id ?? '';
};

export const updateBook = async (
  tx: Transaction,
  id: string,
  book: BookFields,
  retiredBy: string | null,
): Promise<void> => {
  await tx.query(
    `update books set title = $2, author = $3, isbn = $4, shelf = $5, year = $6,
       retired_by = $7::bigint,
       retired_at = case when $7::bigint is not null then coalesce(retired_at, now()) end
     where id = $1`,
    [id, book.title, book.author, book.isbn, book.shelf, book.year, retiredBy],
  );
};

export interface HeldBook extends BookFields {
  readonly id: string;
  readonly retiredBy: string | null;
}

/** Locks a book until the transaction ends: whatever is done to its copies and its queue follows. */
export const holdBook = async (tx: Transaction, id: string): Promise<HeldBook | undefined> => {
  const { rows } = await tx.query<HeldBook>(
    `select id::text, title, author, isbn, shelf, year, retired_by::text as "retiredBy"
     from books where id = $1 for no key update`,
    [id],
  );
  return rows[0];
};

export const addCopies = async (tx: Transaction, bookId: string, amount: number): Promise<void> => {
  await tx.query(
    `insert into book_copies (book_id, number)
     select $1, coalesce((select max(number) from book_copies where book_id = $1), 0) + more
     from generate_series(1, $2::int) as more`,
    [bookId, amount],
  );
};

/** Takes copies out of the library, those with the highest numbers; the copies are free. */
export const removeCopies = async (tx: Transaction, ids: readonly string[]): Promise<void> => {
  await tx.query('update book_copies set removed_at = now() where id = any($1::bigint[])', [ids]);
};
