import { bookFields } from '@campus/contract';
import { columnsOf, type StorageOf } from '../../db/stored-fields.ts';

/** Copies are rows of their own. */
const { copies: _copies, ...ofTheBook } = bookFields;

export const bookColumns = columnsOf(ofTheBook, {
  title: 'books.title',
  author: 'books.author',
  isbn: 'books.isbn',
  shelf: 'books.shelf',
  year: 'books.year',
} satisfies StorageOf<typeof ofTheBook, 'books'>);
