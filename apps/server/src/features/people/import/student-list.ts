import { studentRecordRules, type StudentValues } from '@campus/contract';
import { enrolNewStudents } from '../../subjects/index.ts';
import { peopleImport } from './people-import.ts';

/** Students: whoever is new is enrolled in the open subjects of their audience. */
export const studentList = peopleImport<StudentValues>({
  records: studentRecordRules,
  role: 'student',
  roleTable: 'students',
  people: 'students',
  univIds: 'student_univ_ids',
  stored: [
    { field: 'name', of: 'people', column: 'name', type: 'text' },
    { field: 'email', of: 'people', column: 'email', type: 'text' },
    { field: 'univId', of: 'people', column: 'univ_id', type: 'text' },
    { field: 'rollNo', of: 'role', column: 'roll_no', type: 'text' },
    { field: 'course', of: 'role', column: 'course', type: 'text' },
    { field: 'branch', of: 'role', column: 'branch', type: 'text' },
    { field: 'semester', of: 'role', column: 'semester', type: 'integer' },
    { field: 'year', of: 'role', column: 'year', type: 'integer' },
    { field: 'dob', of: 'people', column: 'dob', type: 'date' },
    { field: 'gender', of: 'people', column: 'gender', type: 'text' },
    { field: 'contactNo', of: 'people', column: 'contact', type: 'contact' },
    { field: 'address', of: 'people', column: 'address', type: 'text' },
    { field: 'nationality', of: 'role', column: 'nationality', type: 'text' },
    { field: 'bloodGroup', of: 'role', column: 'blood_group', type: 'text' },
    { field: 'parentName', of: 'role', column: 'parent_name', type: 'text' },
    { field: 'parentContactNo', of: 'role', column: 'parent_contact', type: 'contact' },
    { field: 'parentOccupation', of: 'role', column: 'parent_occupation', type: 'text' },
  ],
  identities: [
    { field: 'email', column: 'email', label: 'email' },
    { field: 'univId', column: 'univ_id', label: 'University ID' },
    { field: 'rollNo', column: 'roll_no', label: 'Roll Number' },
  ],
  owners: { student: 'A student', teacher: 'A member of staff', admin: 'A member of staff' },
  shown: ['name', 'email', 'rollNo', 'course', 'semester'],
  welcome: enrolNewStudents,
});
