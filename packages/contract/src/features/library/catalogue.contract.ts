import { z } from 'zod';
import { adminOnly, endpoint, everyone } from '../../endpoint.ts';
import { changeSchema, inputSchema, recordShape } from '../../fields/field-schemas.ts';
import { roles } from '../../permissions.ts';
import { count, id } from '../../values/replies.ts';
import { listQuery } from '../../values/requests.ts';
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

export const listBooks = endpoint('GET /library/books', everyone, {
  summary: 'The catalogue by title: books with every word of the search in title, author or ISBN',
  description: `A page has ${pageSize} books unless \`limit\` says otherwise. Retired books are shown to administrators.`,
  query: listQuery.extend({ show: z.enum(['current', 'retired']).default('current') }),
  reply: z.array(book),
  alsoRefuses: ['forbidden'],
});

export const createBook = endpoint('POST /library/books', adminOnly, {
  summary: 'Add a book to the catalogue',
  body: inputSchema(bookFields),
  reply: book,
  status: 201,
  alsoRefuses: ['duplicate'],
});

/**
 * Null or blank takes ISBN, shelf or year away. Fewer copies than are lent or held are refused, and so
 * is retiring a book that someone has or that is held for someone.
 */
export const changeBook = endpoint('PATCH /library/books/:bookId', adminOnly, {
  summary: 'Change a book or the number of its copies, retire it, bring it back',
  body: changeSchema(bookFields, { retired: z.boolean() }),
  reply: book,
  ifMatch: true,
  alsoRefuses: ['duplicate'],
});
