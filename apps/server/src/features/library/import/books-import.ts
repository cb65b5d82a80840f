import { bookRecordRules, type ListedBook } from '@campus/contract';
import { asItIs, type ListImport, type StagedColumn } from '../../../csv/list-import.ts';
import { findKnown, pairingTables } from './pairing.queries.ts';
import { findProblems } from './problems.queries.ts';
import { applyChanges, findChanges, holdCatalogue, insertNewBooks } from './store.queries.ts';

const column = (
  field: keyof ListedBook,
  type: StagedColumn<string>['type'],
): StagedColumn<keyof ListedBook> => ({ name: field, field, type, of: asItIs });

/** How a catalogue is imported: what it has already is brought up to date, nothing is doubled. */
export const booksImport: ListImport<ListedBook> = {
  records: bookRecordRules,
  many: 'books',
  columns: [
    column('title', 'text'),
    column('author', 'text'),
    column('isbn', 'text'),
    column('copies', 'integer'),
    column('shelf', 'text'),
    column('year', 'integer'),
  ],
  shown: ['title', 'author', 'isbn', 'copies'],
  subject: 'title',
  existing: 'update',
  lock: 5_418_208,
  tables: pairingTables,
  known: 'left join import_known as known on known.row = import_rows.row',
  hold: holdCatalogue,
  findProblems: async (importing) => {
    await findKnown(importing.tx);
    await findProblems(importing);
  },
  findChanges,
  applyChanges: ({ tx, today }) => applyChanges(tx, today),
  storeNew: ({ tx, actorId }) => insertNewBooks(tx, actorId),
};
