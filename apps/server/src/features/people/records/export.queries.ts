import { studentFields } from '@campus/contract';
import { exportedRow } from '../../../csv/table-file.ts';
import type { Db, Transaction } from '../../../db/db.ts';
import { fetchPages } from '../../../db/sql.ts';
import { selectedForFile, studentColumns } from '../people.columns.ts';
import {
  chosenStudents,
  inOrder,
  type StudentChoice,
  type StudentOrder,
} from '../student-list.queries.ts';

const exportedStudent = exportedRow(studentFields);

const statement = (db: Db, list: StudentChoice & StudentOrder) =>
  inOrder(chosenStudents(db, list), list)
    .innerJoin('people', 'people.id', 'student_directory.person_id')
    .innerJoin('students', 'students.person_id', 'student_directory.person_id')
    .where('people.erased_at', 'is', null)
    .select(selectedForFile(studentColumns))
    .compile();

/** The students of a list in its order, with all columns of the template, 1,000 at a time; none who were erased. */
export const exportedStudents = (tx: Transaction, list: StudentChoice & StudentOrder) => {
  const { sql: text, parameters } = statement(tx, list);
  return fetchPages(tx, exportedStudent, text, parameters);
};
