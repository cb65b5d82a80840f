import { facultyFields, type Fields, studentFields } from '@campus/contract';
import { columnsOf, type StorageOf, type StoredColumn } from '../../db/stored-fields.ts';

export const studentColumns = columnsOf(studentFields, {
  name: 'people.name',
  email: 'people.email',
  univId: 'people.univ_id',
  rollNo: 'students.roll_no',
  course: 'students.course',
  branch: 'students.branch',
  semester: 'students.semester',
  year: 'students.year',
  dob: 'people.dob',
  gender: 'people.gender',
  contactNo: ['people.contact_no', 'people.contact_phone'],
  address: 'people.address',
  nationality: 'students.nationality',
  bloodGroup: 'students.blood_group',
  parentName: 'students.parent_name',
  parentContactNo: ['students.parent_contact_no', 'students.parent_contact_phone'],
  parentOccupation: 'students.parent_occupation',
} satisfies StorageOf<typeof studentFields, 'people' | 'students'>);

export const facultyColumns = columnsOf(facultyFields, {
  name: 'people.name',
  email: 'people.email',
  univId: 'people.univ_id',
  department: 'faculty.department',
  dob: 'people.dob',
  gender: 'people.gender',
  contactNo: ['people.contact_no', 'people.contact_phone'],
  address: 'people.address',
} satisfies StorageOf<typeof facultyFields, 'people' | 'faculty'>);

export type Kind = 'students' | 'faculty';

interface People {
  readonly role: 'student' | 'teacher';
  readonly fields: Fields;
  readonly columns: readonly StoredColumn[];
}

/** The people who have a record, keyed by the table of their own columns. */
export const kinds: Readonly<Record<Kind, People>> = {
  students: { role: 'student', fields: studentFields, columns: studentColumns },
  faculty: { role: 'teacher', fields: facultyFields, columns: facultyColumns },
};
