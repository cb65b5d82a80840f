import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { adminOnly, everyone } from '../../permissions.ts';
import { listQuery } from '../../wire/lists.ts';
import { count, id, requiredText } from '../../wire/text.ts';
import { readIsbn } from './isbn.rules.ts';
import { lendingRules } from './lending.rules.ts';

export const bookLimits = { title: 300, author: 200, shelf: 60, pageSize: 50 } as const;

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
});
export type Book = z.infer<typeof book>;

const fields = {
  title: requiredText(bookLimits.title, 'Title'),
  author: requiredText(bookLimits.author, 'Author'),
  isbn: requiredText(40, 'ISBN').transform((text, context) => {
    const isbn = readIsbn(text);
    if (isbn !== null) return isbn;
    context.addIssue({
      code: 'custom',
      message: 'This is no ISBN of 10 or 13 digits. Please check the number, its last digit too.',
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
    .min(1000, 'Year must be written with four digits')
    .max(2199, 'Year must be 2199 or earlier'),
};

const blank = z.literal('').transform(() => null);
const orBlank = <S extends z.ZodType>(field: S) => z.union([blank, field]).nullable();
const orAbsent = <S extends z.ZodType>(field: S) =>
  orBlank(field)
    .optional()
    .transform((value) => value ?? null);

/** A book as it is added. */
export const newBook = z.strictObject({
  title: fields.title,
  author: fields.author,
  isbn: orAbsent(fields.isbn),
  copies: fields.copies.nullish().transform((value) => value ?? 1),
  shelf: orAbsent(fields.shelf),
  year: orAbsent(fields.year),
});

export const ofBook = z.object({ bookId: id });

export const listBooks = endpoint({
  id: 'library.books',
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
  id: 'library.createBook',
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
 * or held are refused, and so is retiring a book that somebody has or that is held for somebody.
 */
export const changeBook = endpoint({
  id: 'library.changeBook',
  summary: 'Change a book or the number of its copies, retire it, bring it back',
  method: 'PATCH',
  path: '/library/books/:bookId',
  access: adminOnly,
  params: ofBook,
  body: z
    .strictObject({
      title: fields.title,
      author: fields.author,
      isbn: orBlank(fields.isbn),
      copies: fields.copies,
      shelf: orBlank(fields.shelf),
      year: orBlank(fields.year),
      retired: z.boolean(),
    })
    .partial(),
  reply: book,
  status: 200,
  alsoRefuses: ['duplicate'],
});
