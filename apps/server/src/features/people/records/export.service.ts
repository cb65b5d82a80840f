import { type people, studentColumns } from '@campus/contract';
import { exportList } from '../../../csv/export-list.ts';
import { inLongTransaction } from '../../../db/transaction.ts';
import type { Handler } from '../../../http/call.ts';
import { exportedStudents } from './export.queries.ts';

/** What the list shows, as CSV. */
export const exportStudents: Handler<typeof people.exportStudents> = async (call) => {
  const { sort = 'name', order = 'asc' } = call.query;
  const file = await inLongTransaction(call.campus.db, (tx) =>
    exportList(studentColumns, exportedStudents(tx, { ...call.query, sort, order })),
  );
  return file.stream();
};
