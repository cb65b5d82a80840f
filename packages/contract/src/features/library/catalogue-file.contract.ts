import { z } from 'zod';
import {
  csvType,
  fileCalls,
  listReport,
  previewRow,
  rowChange,
} from '../../csv/list-import.contract.ts';
import { adminOnly, endpoint } from '../../endpoint.ts';

/** What a file of books would do. */
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

/** Blank cells and absent columns change nothing, and no file takes a book away. */
const books = fileCalls({
  path: '/library/books/import',
  plural: 'books',
  report: booksReport,
  summary: 'Add books from a CSV file; answers how many were added or changed',
  description:
    'One transaction: while any row is bad nothing is stored, and the refusal (422 rows_invalid) lists the bad rows in details. With dryRun=true it answers what would happen. A row is about the book with its ISBN or, without one, with the same title, author and year (any year where it says none): such a book is changed to what the file says, or left as it is with existing=skip. The catalogue as it is downloaded changes nothing.',
  fileNames: { problems: 'book-problems.csv', template: 'books.csv' },
});

export const importBooks = books.store;
export const importProblems = books.problems;
export const importTemplate = books.template;

/** Uploaded again it changes nothing. */
export const exportBooks = endpoint('GET /library/books/export', adminOnly, {
  summary: 'The catalogue by title, as a CSV file with the template’s columns',
  reply: z.string(),
  download: { type: csvType, fileName: 'catalogue.csv' },
});
