import { bookColumns as listed, type catalogue, writeIsbn } from '@campus/contract';
import { exportedRow, exportList } from '../../../csv/export-list.ts';
import type { Transaction } from '../../../db/db.ts';
import { fetchPages } from '../../../db/sql.ts';
import { inLongTransaction } from '../../../db/transaction.ts';
import type { Handler } from '../../../http/call.ts';
import { bookColumns } from '../book.columns.ts';

const exportedBook = exportedRow(listed);

const exportedBooks = async function* (tx: Transaction) {
  const pages = fetchPages(
    tx,
    exportedBook,
    `select ${bookColumns.map(({ name, field }) => `${name} as "${field}"`).join(', ')}, (
       select count(*)::int from book_copies where book_id = books.id and removed_at is null
     ) as copies
     from books where retired_at is null order by title, id`,
  );
  for await (const books of pages)
    yield books.map((book) => ({ ...book, isbn: writeIsbn(book.isbn ? String(book.isbn) : null) }));
};

/** The whole catalogue by title as CSV. */
export const exportBooks: Handler<typeof catalogue.exportBooks> = async ({ campus }) => {
  const file = await inLongTransaction(campus.db, (tx) => exportList(listed, exportedBooks(tx)));
  return file.stream();
};
