import type { CellsOf, Fields, InputOf } from '../../fields/fields.ts';
import { genders, writtenGenders } from './student.fields.ts';

const staff = ['admin', 'teacher'] as const;
const emailColumns = ['Email', 'Email ID', 'University Email'] as const;
const contactColumns = ['Contact No', 'Contact Phone', 'Phone', 'Phone Number'] as const;

/** The fields of a teacher, and the columns of a list of teachers in the order of its template. */
// oxfmt-ignore
export const facultyFields = {
  name: { type: 'text', max: 200, label: 'Full Name', columns: ['Name', 'Faculty Name', 'Teacher Name'], presence: 'always', seenBy: staff },
  department: { type: 'text', max: 200, label: 'Department', columns: ['Department Name'], presence: 'always', seenBy: staff },
  email: { type: 'email', label: 'Email Address', columns: emailColumns, presence: 'always', seenBy: staff },
  dob: { type: 'day', past: true, label: 'Date of Birth', columns: ['DOB'], presence: 'required', seenBy: staff },
  contactNo: { type: 'contact', phone: 'contactPhone', label: 'Contact Number', columns: contactColumns, presence: 'required', seenBy: staff },
  address: { type: 'text', max: 500, label: 'Address', presence: 'required', seenBy: staff },
  gender: { type: 'choice', of: genders, written: writtenGenders, label: 'Gender', presence: 'required', seenBy: staff },
  univId: { type: 'text', max: 40, label: 'University ID', columns: ['Univ ID'], presence: 'generated', seenBy: staff },
} as const satisfies Fields;

/** As `studentStanding`. */
export const facultyStanding = {
  status: { type: 'choice', of: ['Active', 'Deactivated'], label: 'Status', seenBy: ['admin'] },
} as const satisfies Fields;

export const facultyFileFields = { ...facultyFields, ...facultyStanding };

export type FacultyField = keyof typeof facultyFields;
export type FacultyInput = InputOf<typeof facultyFields>;
export type FacultyValues = CellsOf<typeof facultyFileFields>;
