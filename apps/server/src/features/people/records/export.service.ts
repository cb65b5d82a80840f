import { studentColumns } from '@campus/contract';
import type { Campus } from '../../../campus.ts';
import { exportList } from '../../../csv/export-list.ts';
import { inLongTransaction } from '../../../db/transaction.ts';
import type { Spool } from '../../../spool.ts';
import type { StudentChoice, StudentOrder } from '../student-list.queries.ts';
import { exportedStudents } from './export.queries.ts';

/** What the list shows, as CSV, on the disk; the caller closes it. */
export const exportStudents = (
  { db }: Campus,
  list: StudentChoice & StudentOrder,
): Promise<Spool> =>
  inLongTransaction(db, (tx) => exportList(studentColumns, exportedStudents(tx, list)));
