import { z } from 'zod';
import { tableFile } from '../../csv/table-file.contract.ts';
import { adminOnly, endpoint, everyone } from '../../endpoint.ts';
import { changeSchema, inputSchema, recordShape } from '../../fields/field-schemas.ts';
import { fieldNames } from '../../fields/fields.ts';
import { roles } from '../../permissions.ts';
import { count, id, isoDate, textOrNull } from '../../values/replies.ts';
import { listQuery } from '../../values/requests.ts';
import { bookFields } from './book.fields.ts';
import {
  csvType,
  fileCalls,
  listReport,
  previewRow,
  rowChange,
} from '../../csv/list-import.contract.ts';

const librarian = adminOnly('librarian');

/** Books per page by default. */
export const pageSize = 50;

/** A title of the catalogue. Copies that are gone do not count. */
export const book = z.object({
  id,
  ...recordShape(bookFields, roles),
  copies: count,
  /** Copies that anyone may borrow now. */
  free: count,
  lent: count,
  /** People waiting for it, including those with a copy held for them. */
  reserved: count,
  retired: z.boolean(),
  version: count,
});
export type Book = z.infer<typeof book>;

export const listBooks = endpoint('GET /library/books', everyone, {
  summary: 'The catalogue by title: books with every search word in their title, author or ISBN',
  description: `A page has ${pageSize} books unless \`limit\` says otherwise. Retired books are shown to administrators.`,
  query: listQuery.extend({ show: z.enum(['current', 'retired']).default('current') }),
  reply: z.array(book),
  alsoRefuses: ['forbidden'],
});

export const createBook = endpoint('POST /library/books', librarian, {
  act: 'book_added',
  summary: 'Add a book to the catalogue',
  body: inputSchema(bookFields),
  reply: book,
  status: 201,
  alsoRefuses: ['duplicate'],
});

/**
 * Null or blank clears ISBN, shelf or year. Refuses to reduce the copies below those lent or held, and to
 * retire a book that is lent or held for someone.
 */
export const changeBook = endpoint('PATCH /library/books/:bookId', librarian, {
  act: 'book_changed',
  summary: 'Change a book or its number of copies, retire it or bring it back',
  body: changeSchema(bookFields, { retired: z.boolean() }),
  reply: book,
  ifMatch: true,
  alsoRefuses: ['duplicate'],
});

/** An event in the life of a book or of one of its copies; `doneAt` is ISO 8601 in UTC. */
export const bookEvent = z.object({
  id,
  kind: z.enum(['added', 'changed', 'lent', 'renewed', 'returned']),
  /** Null if Campus did it by itself. */
  doneBy: textOrNull,
  doneAt: z.iso.datetime(),
  imported: z.boolean(),
  /** The changed field, and its values. `retired` is true or false. */
  field: z.enum([...fieldNames(bookFields), 'retired']).nullable(),
  before: textOrNull,
  after: textOrNull,
  /** The copy of a loan, its borrower, and the day it was due from then on. */
  copyCode: textOrNull,
  personName: textOrNull,
  dueOn: isoDate().nullable(),
});
export type BookEvent = z.infer<typeof bookEvent>;

export const readBookHistory = endpoint('GET /library/books/:bookId/history', librarian, {
  summary: 'Who added and changed a book, and who lent, renewed and checked in its copies',
  description: 'Latest first.',
  query: listQuery.pick({ limit: true, cursor: true }),
  reply: z.array(bookEvent),
});

export const booksReport = listReport(
  previewRow.extend({
    title: z.string(),
    author: z.string(),
    isbn: z.string(),
    copies: z.string(),
  }),
  rowChange.extend({ title: z.string() }),
);
export type BooksReport = z.infer<typeof booksReport>;

/** Blank cells and absent columns change nothing, and books missing from the file stay. */
export const bookFile = fileCalls({
  path: '/library/books/import',
  access: librarian,
  plural: 'books',
  act: 'books_imported',
  report: booksReport,
  summary: 'Add books from a CSV file; returns how many were added or changed',
  description:
    'One transaction: if any row is invalid, nothing is stored and the refusal (422 rows_invalid) lists the invalid rows in details. With dryRun=true it reports what would happen. A row matches the book with its ISBN or, if it has none, with the same title, author and year (any year if the row has none): that book is changed to match the file, or left as it is with existing=skip. Uploading the catalogue exactly as downloaded changes nothing.',
  query: {},
  fileNames: { problems: 'book-problems.csv', template: 'books.csv' },
});

/** Uploading the file again changes nothing. */
export const exportBooks = endpoint('GET /library/books/export', librarian, {
  act: 'books_exported',
  summary: 'The catalogue by title, as a file with the template’s columns',
  query: listBooks.query.omit({ limit: true, cursor: true }).extend(tableFile),
  download: { type: csvType, fileName: 'catalogue.csv' },
});
