import { bookColumns as listed, bookFields, type ListedBook, recordRules } from '@campus/contract';
import type { ListImport } from '../../../csv/list-import.ts';
import { asItIs } from '../../../db/stored-fields.ts';
import { bookColumns } from '../book.columns.ts';
import { findKnown, pairingTables } from './pairing.queries.ts';
import { findProblems } from './problems.queries.ts';
import { applyChanges, findChanges, lockCatalogue, insertNewBooks } from './store.queries.ts';

/** How a catalogue is imported: what it has already is brought up to date, nothing is doubled. */
export const booksImport: ListImport<ListedBook> = {
  records: recordRules(bookFields, listed),
  plural: 'books',
  columns: [...bookColumns, { field: 'copies', name: 'copies', type: 'integer', of: asItIs }],
  shown: ['title', 'author', 'isbn', 'copies'],
  subject: 'title',
  existing: 'update',
  lock: 5_418_208,
  tables: pairingTables,
  known: 'left join import_known as known on known.row = import_rows.row',
  hold: lockCatalogue,
  findProblems: async (importing) => {
    await findKnown(importing.tx);
    await findProblems(importing);
  },
  findChanges,
  applyChanges: ({ tx, today }) => applyChanges(tx, today),
  storeNew: ({ tx, actorId }) => insertNewBooks(tx, actorId),
};
