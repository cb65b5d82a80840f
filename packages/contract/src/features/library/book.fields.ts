import type { CellsOf, Fields } from '../../fields/fields.ts';
import { roles } from '../../permissions.ts';
import { lendingRules } from './lending.rules.ts';

const copies = ['Number of Copies', 'No of Copies', 'Total Copies', 'Quantity', 'Qty'] as const;

/** The fields of a book, and the columns of a catalogue in the order of its template. */
// oxfmt-ignore
export const bookFields = {
  title: { type: 'text', max: 300, label: 'Title', columns: ['Book Title', 'Book Name', 'Book', 'Name'], presence: 'always', seenBy: roles },
  author: { type: 'text', max: 200, label: 'Author', columns: ['Authors', 'Author(s)', 'Author Name', 'Written by'], presence: 'always', seenBy: roles },
  isbn: { type: 'isbn', label: 'ISBN', columns: ['ISBN-13', 'ISBN-10', 'ISBN Number', 'ISBN No'], seenBy: roles },
  copies: { type: 'whole', min: 1, max: lendingRules.maxCopies, label: 'Copies', columns: copies, presence: 'generated', seenBy: roles },
  shelf: { type: 'text', max: 60, label: 'Shelf', columns: ['Shelf Mark', 'Shelf Number', 'Call Number', 'Location'], seenBy: roles },
  year: { type: 'whole', min: 1000, max: 2199, label: 'Year', columns: ['Year of Publication', 'Publication Year', 'Published'], seenBy: roles },
} as const satisfies Fields;

export type BookField = keyof typeof bookFields;
/** A row of a catalogue; blank cells are null. */
export type ListedBook = CellsOf<typeof bookFields>;

/** Writes an ISBN into a file with a hyphen; without one, spreadsheets take it for a number and shorten it. */
export const writeIsbn = (isbn: string | null): string | null =>
  isbn === null ? null : `${isbn.slice(0, 3)}-${isbn.slice(3)}`;
