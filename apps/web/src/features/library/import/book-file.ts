import { bookColumns, catalogueFile } from '@campus/contract';
import { call } from '../../../lib/call.ts';
import { saveDownload } from '../../../lib/save-download.ts';
import { listCalls, type UploadList } from '../../../ui/list-upload/upload-list.ts';

/** A catalogue as a file. */
export const bookFile: UploadList = {
  key: 'books',
  change: ['library', 'import'],
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
  cells: [
    { field: 'title', label: 'Title' },
    { field: 'author', label: 'Author' },
    { field: 'isbn', label: 'ISBN' },
    { field: 'copies', label: 'Copies' },
  ],
  titleOf: ({ title, author }) => [title, author].filter(Boolean).join(', '),
  subjectOf: ({ title }) => String(title ?? ''),
  ...listCalls(
    {
      store: catalogueFile.importBooks,
      problems: catalogueFile.importProblems,
      template: catalogueFile.importTemplate,
    },
    bookColumns,
  ),
};

/** The catalogue as it can be uploaded again. */
export const saveCatalogue = (): Promise<void> =>
  saveDownload(catalogueFile.exportBooks, call(catalogueFile.exportBooks, { slow: true }));
