import {
  studentColumns as listed,
  studentFields,
  type StudentValues,
  recordRules,
} from '@campus/contract';
import { enrolNewStudents } from '../../subjects/index.ts';
import { studentColumns } from '../people.columns.ts';
import { peopleImport } from './people-import.ts';

/** Students: new ones are enrolled in the open subjects of their audience. */
export const studentList = peopleImport<StudentValues>({
  records: recordRules(studentFields, listed),
  role: 'student',
  roleTable: 'students',
  people: 'students',
  univIds: 'student_univ_ids',
  columns: studentColumns,
  identities: [
    { field: 'email', column: 'email', label: 'email' },
    { field: 'univId', column: 'univ_id', label: 'University ID' },
    { field: 'rollNo', column: 'roll_no', label: 'Roll Number' },
  ],
  owners: { student: 'A student', teacher: 'A member of staff', admin: 'A member of staff' },
  shown: ['name', 'email', 'rollNo', 'course', 'semester'],
  enrol: enrolNewStudents,
});
