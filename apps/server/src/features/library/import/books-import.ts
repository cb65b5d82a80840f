import { bookFields, type ListedBook, recordRules } from '@campus/contract';
import type { ListImport } from '../../../csv/list-import.ts';
import { locks } from '../../../db/locks.ts';
import { asItIs, compared } from '../../../db/stored-fields.ts';
import { bookColumns } from '../books.queries.ts';
import {
  applyChanges,
  findKnown,
  findProblems,
  insertNewBooks,
  lockCatalogue,
  pairingTables,
} from './import.queries.ts';

/** Imports a catalogue: existing books are updated, not duplicated. */
export const booksImport: ListImport<ListedBook> = {
  records: recordRules(bookFields),
  plural: 'books',
  columns: [...bookColumns, { field: 'copies', name: 'copies', type: 'integer', of: asItIs }],
  shown: ['title', 'author', 'isbn', 'copies'],
  subject: 'title',
  existing: 'update',
  lock: locks.booksImport,
  tables: pairingTables,
  known: 'left join import_known as known on known.row = import_rows.row',
  lockReferences: lockCatalogue,
  findProblems: async (importing) => {
    await findKnown(importing.tx);
    await findProblems(importing);
  },
  stored: {
    subject: 'import_rows.title',
    from: `join import_known known on known.row = import_rows.row
     join books on books.id = known.id
     left join (
       select book_id, count(*) as copies from book_copies
       where removed_at is null and book_id in (select id from import_known) group by book_id
     ) as counted on counted.book_id = books.id`,
    values: [
      ...bookColumns.map(compared),
      {
        field: 'copies',
        before: 'coalesce(counted.copies, 0)::text',
        after: 'import_rows.copies::text',
      },
    ],
  },
  applyChanges: ({ tx, today }) => applyChanges(tx, today),
  storeNew: ({ tx, actorId }) => insertNewBooks(tx, actorId),
};
