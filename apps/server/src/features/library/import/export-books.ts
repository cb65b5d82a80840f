import { bookFields, type catalogue, writeIsbn } from '@campus/contract';
import { exportedRow, tableFile, templateColumns } from '../../../csv/table-file.ts';
import type { Transaction } from '../../../db/db.ts';
import { fetchPages } from '../../../db/sql.ts';
import type { Handler } from '../../../http/call.ts';
import { streamFrom } from '../../../spool.ts';
import { bookColumns, type BookChoice, condition, searched } from '../books.queries.ts';

const exportedBook = exportedRow(bookFields);

const exportedBooks = async function* (tx: Transaction, chosen: BookChoice) {
  const pages = fetchPages(
    tx,
    exportedBook,
    `select ${bookColumns.map(({ name, field }) => `${name} as "${field}"`).join(', ')}, (
       select count(*)::int from book_copies where book_id = books.id and removed_at is null
     ) as copies
     from books where ${condition(chosen)} order by title, id`,
    [searched(chosen)],
  );
  for await (const books of pages)
    yield books.map((book) => ({ ...book, isbn: writeIsbn(book.isbn ? String(book.isbn) : null) }));
};

const columns = templateColumns(bookFields);

/** The books that match the search as a file, sorted by title. */
export const exportBooks: Handler<typeof catalogue.exportBooks> = async ({ campus, query }) => {
  const { search, show } = query;
  return streamFrom(campus.db, (tx) =>
    tableFile(query.format, columns, exportedBooks(tx, { search, show })),
  );
};
