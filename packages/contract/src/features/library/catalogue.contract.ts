import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { adminOnly, everyone } from '../../permissions.ts';
import { listQuery } from '../../wire/lists.ts';
import { count, id, requiredText } from '../../wire/text.ts';
import { noIsbn, readIsbn } from './isbn.rules.ts';
import { lendingRules } from './lending.rules.ts';

export const bookLimits = {
  title: 300,
  author: 200,
  isbn: 40,
  shelf: 60,
  firstYear: 1000,
  lastYear: 2199,
  pageSize: 50,
} as const;

/** A title of the catalogue. Only copies that are still there count. */
export const book = z.object({
  id,
  title: z.string(),
  author: z.string(),
  /** 13 digits. */
  isbn: z.string().nullable(),
  shelf: z.string().nullable(),
  year: z.int().nullable(),
  copies: count,
  /** Copies that anybody may have now. */
  free: count,
  lent: count,
  /** People who wait for it, those with a copy held for them among them. */
  reserved: count,
  retired: z.boolean(),
  /** For `If-Match` when the book is changed. */
  version: count,
});
export type Book = z.infer<typeof book>;

/** The fields of a book as they are sent. */
export const bookFields = {
  title: requiredText(bookLimits.title, 'Title'),
  author: requiredText(bookLimits.author, 'Author'),
  isbn: requiredText(bookLimits.isbn, 'ISBN').transform((text, context) => {
    const isbn = readIsbn(text);
    if (isbn !== null) return isbn;
    context.addIssue({
      code: 'custom',
      message: noIsbn,
    });
    return z.NEVER;
  }),
  copies: z
    .int({ error: 'Copies must be a whole number' })
    .min(1, 'Copies must be at least 1')
    .max(lendingRules.maxCopies, `Copies cannot be more than ${lendingRules.maxCopies}`),
  shelf: requiredText(bookLimits.shelf, 'Shelf'),
  year: z
    .int({ error: 'Year must be a whole number' })
    .min(bookLimits.firstYear, 'Year must be written with four digits')
    .max(bookLimits.lastYear, `Year must be ${bookLimits.lastYear} or earlier`),
};

const blank = z.literal('').transform(() => null);
const orBlank = <S extends z.ZodType>(field: S) => z.union([blank, field]).nullable();
const orAbsent = <S extends z.ZodType>(field: S) =>
  orBlank(field)
    .optional()
    .transform((value) => value ?? null);

/** A book as it is added. */
export const newBook = z.strictObject({
  title: bookFields.title,
  author: bookFields.author,
  isbn: orAbsent(bookFields.isbn),
  copies: bookFields.copies.nullish().transform((value) => value ?? 1),
  shelf: orAbsent(bookFields.shelf),
  year: orAbsent(bookFields.year),
});

export const ofBook = z.object({ bookId: id });

export const listBooks = endpoint({
  summary: 'The catalogue by title: books with every word of the search in title, author or ISBN',
  description: `A page has ${bookLimits.pageSize} books unless \`limit\` says otherwise. Retired books are shown to administrators.`,
  method: 'GET',
  path: '/library/books',
  access: everyone,
  query: listQuery.extend({ show: z.enum(['current', 'retired']).default('current') }),
  reply: z.array(book),
  status: 200,
  alsoRefuses: ['forbidden'],
});

export const createBook = endpoint({
  summary: 'Add a book to the catalogue',
  method: 'POST',
  path: '/library/books',
  access: adminOnly,
  body: newBook,
  reply: book,
  status: 201,
  alsoRefuses: ['duplicate'],
});

/**
 * Only what is sent changes; null or blank takes ISBN, shelf or year away. Fewer copies than are lent
 * or held are refused, and so is retiring a book that somebody has or that is held for somebody. A
 * stale `If-Match` (the `version`, quoted) is refused with 409 and the changes since (`recordChange`).
 */
export const changeBook = endpoint({
  summary: 'Change a book or the number of its copies, retire it, bring it back',
  method: 'PATCH',
  path: '/library/books/:bookId',
  access: adminOnly,
  params: ofBook,
  body: z
    .strictObject({
      title: bookFields.title,
      author: bookFields.author,
      isbn: orBlank(bookFields.isbn),
      copies: bookFields.copies,
      shelf: orBlank(bookFields.shelf),
      year: orBlank(bookFields.year),
      retired: z.boolean(),
    })
    .partial(),
  reply: book,
  ifMatch: true,
  status: 200,
  alsoRefuses: ['duplicate'],
});
