import { readContactNumber } from '@campus/contract';
import { contactNumberOf } from '../contact-number.ts';
import type { NewFaculty } from '../people.api.ts';

export const blankFaculty = {
  name: '',
  department: '',
  email: '',
  dob: '',
  contactNo: '',
  address: '',
  gender: '',
};
export type FacultyValues = typeof blankFaculty;

export const facultyLabels: Readonly<Record<keyof FacultyValues, string>> = {
  name: 'Full Name',
  department: 'Department',
  email: 'Email Address',
  dob: 'Date of Birth',
  contactNo: 'Contact Number',
  address: 'Address',
  gender: 'Gender',
};

export const missingFields = (values: FacultyValues): readonly (keyof FacultyValues)[] =>
  (Object.keys(facultyLabels) as (keyof FacultyValues)[]).filter((field) => !values[field].trim());

/** Digits, with the plus, blanks and brackets people write between them. */
export const isNumeric = (contactNo: string): boolean =>
  /^\d+$/.test(contactNo.trim()) || readContactNumber(contactNo) !== null;

/** The teacher of the wire; every field is filled in by now. */
export const facultyOf = (values: FacultyValues): NewFaculty => ({
  name: values.name.trim(),
  department: values.department.trim(),
  email: values.email.trim(),
  dob: values.dob,
  contactNo: contactNumberOf(values.contactNo),
  address: values.address.trim(),
  gender: values.gender as NewFaculty['gender'],
});
