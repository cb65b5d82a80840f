import type { StudentField } from '@campus/contract';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { DB } from '../../../db/tables.generated.ts';
import { fetchPages } from '../../../db/fetch-pages.ts';
import {
  chosenStudents,
  inOrder,
  type StudentChoice,
  type StudentOrder,
} from '../student-list.queries.ts';

type ExportedStudent = Readonly<Record<StudentField, string | number | null>>;

const statement = (db: Kysely<DB>, list: StudentChoice & StudentOrder) =>
  inOrder(chosenStudents(db, list), list)
    .innerJoin('people', 'people.id', 'student_directory.person_id')
    .innerJoin('students', 'students.person_id', 'student_directory.person_id')
    .select([
      'people.name',
      'people.email',
      'people.univ_id as univId',
      'students.roll_no as rollNo',
      'students.course',
      'students.branch',
      'students.semester',
      'students.year',
      'people.dob',
      'people.gender',
      'people.contact_phone as contactNo',
      'people.address',
      'students.nationality',
      'students.blood_group as bloodGroup',
      'students.parent_name as parentName',
      'students.parent_contact_phone as parentContactNo',
      'students.parent_occupation as parentOccupation',
    ])
    .compile();

/** The students of a list in its order, all columns of the template, 1,000 at a time. */
export const exportedStudents = (
  tx: pg.ClientBase,
  db: Kysely<DB>,
  list: StudentChoice & StudentOrder,
): AsyncGenerator<ExportedStudent[]> => {
  const { sql: text, parameters } = statement(db, list);
  return fetchPages(tx, text, parameters);
};
