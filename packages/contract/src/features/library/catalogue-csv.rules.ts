import { text, whole } from '../../csv/cells.rules.ts';
import { listColumns } from '../../csv/list-header.rules.ts';
import { type RecordRules, schemaReason } from '../../csv/list-record.rules.ts';
import { bookFields, bookLimits } from './catalogue.contract.ts';
import { readIsbn } from './isbn.rules.ts';
import { lendingRules } from './lending.rules.ts';

export type BookField = keyof typeof bookFields;

/** A row of a catalogue; blank cells are null. */
export interface ListedBook {
  title: string | null;
  author: string | null;
  /** 13 digits. */
  isbn: string | null;
  copies: number | null;
  shelf: string | null;
  year: number | null;
}

export const bookColumns = listColumns<BookField>(
  {
    title: ['Title', 'Book Title', 'Book Name', 'Book', 'Name'],
    author: ['Author', 'Authors', 'Author(s)', 'Author Name', 'Written by'],
    isbn: ['ISBN', 'ISBN-13', 'ISBN-10', 'ISBN Number', 'ISBN No'],
    copies: ['Copies', 'Number of Copies', 'No of Copies', 'Total Copies', 'Quantity', 'Qty'],
    shelf: ['Shelf', 'Shelf Mark', 'Shelf Number', 'Call Number', 'Location'],
    year: ['Year', 'Year of Publication', 'Publication Year', 'Published'],
  },
  ['title', 'author'],
);

/** A number as a spreadsheet shows it when its column was too narrow: 9.78031E+12. */
const shortened = /^\d[.,]\d+E\+\d+$/i;

/** The records of a catalogue: the fields of the form, in cells. */
export const bookRecordRules: RecordRules<ListedBook> = {
  columns: bookColumns,
  readCell: {
    title: text(bookLimits.title),
    author: text(bookLimits.author),
    isbn: (cell) => (cell.length <= bookLimits.isbn ? (readIsbn(cell) ?? undefined) : undefined),
    copies: whole(lendingRules.maxCopies),
    shelf: text(bookLimits.shelf),
    year: whole(bookLimits.lastYear, bookLimits.firstYear),
  },
  reason: (field, cell) => {
    const label = bookColumns.label(field);
    if (cell === '') return `${label} is missing`;
    if (field === 'isbn' && shortened.test(cell))
      return 'A spreadsheet has shortened this ISBN. Give its column the format “Text” and write the whole number';
    if (field === 'isbn' && /^\d{6,9}$/.test(cell))
      return 'This ISBN has too few digits: a spreadsheet may have left out the zeros it begins with';
    const value = field === 'copies' || field === 'year' ? Number(cell) : cell;
    return (schemaReason(bookFields[field], value) ?? `${label} cannot be read`).replace(/\.$/, '');
  },
};

/** An ISBN in a file: with a hyphen, or spreadsheets take it for a number and shorten it. */
export const writeIsbn = (isbn: string | null): string | null =>
  isbn === null ? null : `${isbn.slice(0, 3)}-${isbn.slice(3)}`;
