import type { Book, BodyIn, catalogue } from '@campus/contract';
import { type Draft, type RecordWords, touched } from '../../../ui/record-edit/draft.ts';
import { type BookValues, numberOf } from './book-fields.tsx';

/** A book as the form holds it. */
export const bookDraft = (book: Book): BookValues => ({
  title: book.title,
  author: book.author,
  isbn: book.isbn ?? '',
  copies: String(book.copies),
  shelf: book.shelf ?? '',
  year: book.year === null ? '' : String(book.year),
});

/** What is to be sent: the touched fields alone. */
export const bookChange = (draft: Draft, opened: Draft): BodyIn<typeof catalogue.changeBook> =>
  Object.fromEntries(
    touched(draft, opened).map((field) => {
      const text = (draft[field] ?? '').trim();
      return [field, field === 'copies' || field === 'year' ? numberOf(text) : text];
    }),
  );

export const bookWords: RecordWords = {
  labels: {
    title: 'Title',
    author: 'Author',
    isbn: 'ISBN',
    copies: 'Copies',
    shelf: 'Shelf',
    year: 'Year',
    retired: 'Catalogue',
  },
  valueInWords: (field, value) => {
    if (field === 'retired') return value === 'true' ? 'Retired' : 'In the catalogue';
    return value || null;
  },
};
