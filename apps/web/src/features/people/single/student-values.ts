import type { NewStudent } from '../people.api.ts';
import { contactNumberOf } from '../contact-number.ts';

export const blankStudent = {
  name: '',
  email: '',
  rollNo: '',
  course: '',
  branch: '',
  semester: '',
  year: '',
  dob: '',
  gender: '',
  contactNo: '',
  address: '',
};
export type StudentValues = typeof blankStudent;

const orNull = (text: string): string | null => text.trim() || null;
const numberOrNull = (text: string): number | null => (text.trim() ? Number(text) : null);

/** The student of the wire: everything left empty, and what the form does not show, is null. */
export const studentOf = (values: StudentValues): NewStudent => ({
  name: values.name.trim(),
  email: values.email.trim(),
  univId: null,
  rollNo: orNull(values.rollNo),
  course: orNull(values.course),
  branch: orNull(values.branch),
  semester: numberOrNull(values.semester),
  year: numberOrNull(values.year),
  dob: orNull(values.dob),
  gender: (orNull(values.gender) as NewStudent['gender']) ?? null,
  contactNo: values.contactNo.trim() ? contactNumberOf(values.contactNo) : null,
  address: orNull(values.address),
  nationality: null,
  bloodGroup: null,
  parentName: null,
  parentContactNo: null,
  parentOccupation: null,
});
