import type { people, ReplyOf } from '@campus/contract';

type Student = ReplyOf<typeof people.studentByEmail>;
type StudentRow = ReplyOf<typeof people.listStudents>[number];

/** A student with only the given details. */
export const aStudent = (more: Partial<Student> = {}): Student => ({
  id: '7',
  name: 'Ada',
  email: 'ada@example.edu',
  univId: null,
  rollNo: null,
  course: null,
  branch: null,
  semester: null,
  year: null,
  dob: null,
  gender: null,
  contactNo: null,
  contactPhone: null,
  address: null,
  stuImage: null,
  ...more,
});

/** The same as a row of a list. */
export const aStudentRow = (more: Partial<StudentRow> = {}): StudentRow => ({
  id: '7',
  name: 'Ada',
  email: 'ada@example.edu',
  univId: null,
  rollNo: null,
  course: null,
  branch: null,
  semester: null,
  year: null,
  status: 'active',
  ...more,
});
