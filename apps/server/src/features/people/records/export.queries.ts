import { type IsoDate, studentFileFields } from '@campus/contract';
import { exportedRow } from '../../../csv/table-file.ts';
import type { Db, Transaction } from '../../../db/db.ts';
import { fetchPages } from '../../../db/sql.ts';
import { selectedForFile } from '../standing.ts';
import {
  chosenStudents,
  inOrder,
  type StudentChoice,
  type StudentOrder,
} from '../student-list.queries.ts';

const exportedStudent = exportedRow(studentFileFields);

const statement = (db: Db, list: StudentChoice & StudentOrder, today: IsoDate) =>
  inOrder(chosenStudents(db, list), list)
    .innerJoin('people', 'people.id', 'student_directory.person_id')
    .innerJoin('students', 'students.person_id', 'student_directory.person_id')
    .where('people.erased_at', 'is', null)
    .select(selectedForFile('students', today))
    .compile();

/** The students of a list in its order, with all columns of a file, 1,000 at a time; none who were erased. */
export const exportedStudents = (
  tx: Transaction,
  list: StudentChoice & StudentOrder,
  today: IsoDate,
) => {
  const { sql: text, parameters } = statement(tx, list, today);
  return fetchPages(tx, exportedStudent, text, parameters);
};
