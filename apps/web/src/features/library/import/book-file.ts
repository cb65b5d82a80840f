import { bookColumns, type BookField, type BooksReport, catalogueFile } from '@campus/contract';
import { call } from '../../../lib/call.ts';
import { saveDownload } from '../../../lib/save-download.ts';
import type { Existing, UploadList } from '../../../ui/list-upload/upload-list.ts';

const choiceOf = (existing: Existing) => (existing ? { existing } : {});

/** A catalogue as a file. */
export const bookFile: UploadList = {
  key: 'books',
  change: ['library', 'import'],
  one: 'book',
  many: 'books',
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
  fieldOf: bookColumns.fieldOf,
  labelOf: (field) => bookColumns.label(field as BookField),
  preview: async ({ existing, ...sending }) =>
    (await call(catalogueFile.importBooks, {
      query: { dryRun: 'true', ...choiceOf(existing) },
      ...sending,
    })) as BooksReport,
  store: async ({ existing, ...sending }) =>
    (await call(catalogueFile.importBooks, { query: choiceOf(existing), ...sending })) as number,
  saveProblems: ({ existing, ...sending }) =>
    saveDownload(
      catalogueFile.importProblems,
      call(catalogueFile.importProblems, { query: choiceOf(existing), ...sending }),
    ),
  saveTemplate: () =>
    saveDownload(catalogueFile.importTemplate, call(catalogueFile.importTemplate)),
};

/** The catalogue as it can be uploaded again. */
export const saveCatalogue = (): Promise<void> =>
  saveDownload(catalogueFile.exportBooks, call(catalogueFile.exportBooks, { slow: true }));
