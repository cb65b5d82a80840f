import { facultyRecordRules, type FacultyValues } from '@campus/contract';
import { peopleImport } from './people-import.ts';

/** Teachers: nothing but their accounts waits for those who are new. */
export const facultyList = peopleImport<FacultyValues>({
  records: facultyRecordRules,
  role: 'teacher',
  roleTable: 'faculty',
  people: 'teachers',
  univIds: 'faculty_univ_ids',
  stored: [
    { field: 'name', of: 'people', column: 'name', type: 'text' },
    { field: 'email', of: 'people', column: 'email', type: 'text' },
    { field: 'univId', of: 'people', column: 'univ_id', type: 'text' },
    { field: 'department', of: 'role', column: 'department', type: 'text' },
    { field: 'dob', of: 'people', column: 'dob', type: 'date' },
    { field: 'gender', of: 'people', column: 'gender', type: 'text' },
    { field: 'contactNo', of: 'people', column: 'contact', type: 'contact' },
    { field: 'address', of: 'people', column: 'address', type: 'text' },
  ],
  identities: [
    { field: 'email', column: 'email', label: 'email' },
    { field: 'univId', column: 'univ_id', label: 'University ID' },
  ],
  owners: { student: 'A student', teacher: 'A teacher', admin: 'An administrator' },
  shown: ['name', 'email', 'department'],
  welcome: () => Promise.resolve(),
});
