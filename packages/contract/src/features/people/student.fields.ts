import type { CellsOf, Fields, InputOf } from '../../fields/fields.ts';
import { readers, roles } from '../../permissions.ts';

export const genders = ['Male', 'Female', 'Other'] as const;
export type Gender = (typeof genders)[number];
/** How lists of other systems write genders. */
export const writtenGenders = {
  m: 'Male',
  man: 'Male',
  boy: 'Male',
  f: 'Female',
  w: 'Female',
  woman: 'Female',
  girl: 'Female',
  o: 'Other',
  d: 'Other',
  diverse: 'Other',
} as const;

/** Readers of what does not concern teachers. `roles` are all readers but teachers of other students. */
const family = ['admin', 'student'] as const;
const contactColumns = ['Contact No', 'Contact Phone', 'Phone', 'Phone Number'] as const;
const parentColumns = ['Parent Contact No', 'Parent Contact Phone'] as const;

/** The fields of a student, and the columns of a class list in the order of its template. */
// oxfmt-ignore
export const studentFields = {
  name: { type: 'text', max: 200, label: 'Full Name', called: 'Name', columns: ['Name', 'Student Name'], presence: 'always', seenBy: readers },
  email: { type: 'email', label: 'Email', columns: ['Email Address', 'Email ID', 'University Email'], presence: 'always', seenBy: readers },
  rollNo: { type: 'text', max: 40, label: 'Roll Number', columns: ['Roll No'], seenBy: readers },
  univId: { type: 'text', max: 40, label: 'University ID', columns: ['Univ ID'], presence: 'generated', seenBy: readers },
  course: { type: 'text', max: 200, label: 'Course', columns: ['Course Name', 'Program'], seenBy: readers },
  branch: { type: 'text', max: 200, label: 'Branch', columns: ['Department'], seenBy: readers },
  semester: { type: 'whole', min: 1, max: 99, label: 'Semester', seenBy: readers },
  year: { type: 'whole', min: 1, max: 9999, label: 'Year', seenBy: readers },
  dob: { type: 'day', past: true, label: 'Date of Birth', columns: ['DOB'], seenBy: roles },
  gender: { type: 'choice', of: genders, written: writtenGenders, label: 'Gender', seenBy: readers },
  contactNo: { type: 'contact', phone: 'contactPhone', label: 'Contact Number', columns: contactColumns, seenBy: readers },
  address: { type: 'text', max: 500, label: 'Address', seenBy: roles },
  nationality: { type: 'text', max: 100, label: 'Nationality', seenBy: family },
  bloodGroup: { type: 'text', max: 20, label: 'Blood Group', seenBy: family },
  parentName: { type: 'text', max: 200, label: 'Parent Name', seenBy: family },
  parentContactNo: { type: 'contact', phone: 'parentContactPhone', label: 'Parent Contact Number', columns: parentColumns, seenBy: family },
  parentOccupation: { type: 'text', max: 200, label: 'Parent Occupation', seenBy: family },
} as const satisfies Fields;

const leftAs = {
  left: 'Withdrawn',
  alumni: 'Graduated',
  alumnus: 'Graduated',
  alumna: 'Graduated',
} as const;
const registrar = ['admin'] as const;

/** What files say of students and no form asks. New students are stored so; of others it is changed by acts. */
// oxfmt-ignore
export const studentStanding = {
  status: { type: 'choice', of: ['Active', 'Withdrawn', 'Graduated', 'Deactivated'], written: leftAs, label: 'Status', columns: ['Student Status'], seenBy: registrar },
  lastDay: { type: 'day', label: 'Last Day', seenBy: registrar },
  awayFrom: { type: 'day', label: 'On Leave From', columns: ['Leave From'], seenBy: registrar },
  awayUntil: { type: 'day', label: 'On Leave Until', columns: ['Leave Until'], seenBy: registrar },
  awayReason: { type: 'text', max: 300, label: 'Reason of the Leave', columns: ['Leave Reason'], seenBy: registrar },
  repeats: { type: 'choice', of: ['Yes', 'No'], label: 'Repeats the Semester', columns: ['Repeats'], seenBy: registrar },
} as const satisfies Fields;

/** The columns of a file of students; those beyond the template come last. */
export const studentFileFields = { ...studentFields, ...studentStanding };

const { course, branch, semester, year } = studentFields;
/** The fields that can be changed for many students at once. */
export const studyFields = { course, branch, semester, year };

export type StudentField = keyof typeof studentFields;
export type StudentInput = InputOf<typeof studentFields>;
export type StudentValues = CellsOf<typeof studentFileFields>;
