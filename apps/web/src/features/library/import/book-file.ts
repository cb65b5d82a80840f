import { bookColumns, bookFields, catalogue } from '@campus/contract';
import type { UploadList } from '../../../ui/list-upload/upload-list.ts';

/** A catalogue as a file. */
export const bookFile: UploadList = {
  store: catalogue.importBooks,
  problems: catalogue.importProblems,
  template: catalogue.importTemplate,
  fields: bookFields,
  fieldOf: bookColumns.fieldOf,
  one: 'book',
  plural: 'books',
  fileLabel: 'CSV file with books',
  existing: {
    label: 'Books in the catalogue already',
    choices: [
      { value: '', label: 'Update the book' },
      { value: 'skip', label: 'Skip the row' },
    ],
  },
  cells: { title: 'Title', author: 'Author', isbn: 'ISBN', copies: 'Copies' },
  titleOf: ({ title, author }) => [title, author].filter(Boolean).join(', '),
  subjectOf: ({ title }) => String(title ?? ''),
};
