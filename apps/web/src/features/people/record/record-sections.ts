import type { FacultyField, StudentField } from '@campus/contract';

/** The section of a form that each field belongs to, in order. */
export type Sections<F extends string = string> = Readonly<Record<F, string>>;

const required = 'Required Information';
const academic = 'Academic Information';
const personal = 'Personal Information';
const parent = 'Parent';

export const studentSections: Sections<StudentField> = {
  name: required,
  email: required,
  univId: required,
  rollNo: required,
  course: academic,
  branch: academic,
  semester: academic,
  year: academic,
  dob: personal,
  gender: personal,
  nationality: personal,
  bloodGroup: personal,
  contactNo: personal,
  address: personal,
  parentName: parent,
  parentContactNo: parent,
  parentOccupation: parent,
};

export const facultySections: Sections<FacultyField> = {
  name: required,
  department: required,
  email: required,
  univId: required,
  dob: required,
  gender: required,
  contactNo: required,
  address: required,
};

/** The sections in order, each with its fields. */
export const inSections = <F extends string>(
  sections: Sections<F>,
  names = Object.keys(sections) as F[],
): [title: string, names: F[]][] =>
  [...new Set(names.map((name) => sections[name]))].map((title) => [
    title,
    names.filter((name) => sections[name] === title),
  ]);
