import { csvLine, studentColumns } from '@campus/contract';
import type { Campus } from '../../../campus.ts';
import { createSpool, type Spool } from '../../../http/spool.ts';
import { forExportedStudents } from './export.queries.ts';
import type { StudentChoice, StudentOrder } from '../student-list.queries.ts';

const byteOrderMark = '\uFEFF';

/** What the list shows, as CSV, on the disk; whoever reads it closes it. */
export const exportStudents = async (
  campus: Campus,
  list: StudentChoice & StudentOrder,
): Promise<Spool> => {
  const file = await createSpool();
  try {
    await file.append(byteOrderMark + csvLine(studentColumns.fields.map(studentColumns.label)));
    await forExportedStudents(campus, list, (students) =>
      file.append(
        students
          .map((student) => csvLine(studentColumns.fields.map((field) => student[field])))
          .join(''),
      ),
    );
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
};
