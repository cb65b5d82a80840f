import {
  facultyColumns as listed,
  facultyFields,
  type FacultyValues,
  recordRules,
} from '@campus/contract';
import { facultyColumns } from '../people.columns.ts';
import { peopleImport } from './people-import.ts';

/** Teachers: nothing but their accounts waits for those who are new. */
export const facultyList = peopleImport<FacultyValues>({
  records: recordRules(facultyFields, listed),
  role: 'teacher',
  roleTable: 'faculty',
  people: 'teachers',
  univIds: 'faculty_univ_ids',
  columns: facultyColumns,
  identities: [
    { field: 'email', column: 'email', label: 'email' },
    { field: 'univId', column: 'univ_id', label: 'University ID' },
  ],
  owners: { student: 'A student', teacher: 'A teacher', admin: 'An administrator' },
  shown: ['name', 'email', 'department'],
  enrol: () => Promise.resolve(),
});
