import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { changeSchema, inputSchema, recordShape } from '../../fields/field-schemas.ts';
import { adminOnly, everyone, roles } from '../../permissions.ts';
import { listQuery } from '../../values/lists.ts';
import { count, id } from '../../values/text.ts';
import { bookFields } from './book.fields.ts';

/** Books of a page unless the request says otherwise. */
export const pageSize = 50;

/** A title of the catalogue. Only copies that are still there count. */
export const book = z.object({
  id,
  ...recordShape(bookFields, roles),
  copies: count,
  /** Copies that anybody may have now. */
  free: count,
  lent: count,
  /** People who wait for it, those with a copy held for them among them. */
  reserved: count,
  retired: z.boolean(),
  version: count,
});
export type Book = z.infer<typeof book>;

export const listBooks = endpoint('GET /library/books', {
  summary: 'The catalogue by title: books with every word of the search in title, author or ISBN',
  description: `A page has ${pageSize} books unless \`limit\` says otherwise. Retired books are shown to administrators.`,
  access: everyone,
  query: listQuery.extend({ show: z.enum(['current', 'retired']).default('current') }),
  reply: z.array(book),
  alsoRefuses: ['forbidden'],
});

export const createBook = endpoint('POST /library/books', {
  summary: 'Add a book to the catalogue',
  access: adminOnly,
  body: inputSchema(bookFields),
  reply: book,
  status: 201,
  alsoRefuses: ['duplicate'],
});

/**
 * Null or blank takes ISBN, shelf or year away. Fewer copies than are lent or held are refused, and so
 * is retiring a book that someone has or that is held for someone.
 */
export const changeBook = endpoint('PATCH /library/books/:bookId', {
  summary: 'Change a book or the number of its copies, retire it, bring it back',
  access: adminOnly,
  body: changeSchema(bookFields, { retired: z.boolean() }),
  reply: book,
  ifMatch: true,
  alsoRefuses: ['duplicate'],
});
