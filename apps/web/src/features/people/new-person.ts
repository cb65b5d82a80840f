import {
  type BodyIn,
  facultyFields,
  type FacultyField,
  type FacultyProfile,
  fieldNames,
  people,
  readContactNumber,
  studentFields,
  type StudentField,
  type StudentProfile,
} from '@campus/contract';
import { call } from '../../lib/call.ts';
import { invitesBy } from '../../ui/invite-switch.tsx';
import type { NewPersonRules } from './person-form.tsx';
import { facultySections, studentSections } from './record/record-sections.ts';

/** Fields without an input when a person is added; their record has one. */
const omittedFields: ReadonlySet<StudentField | FacultyField> = new Set([
  'univId',
  'nationality',
  'bloodGroup',
  'parentName',
  'parentContactNo',
  'parentOccupation',
]);
const askedIn = <F extends StudentField | FacultyField>(sections: Readonly<Record<F, string>>) =>
  fieldNames(sections).filter((name) => !omittedFields.has(name));

// The contract validates what a form built from these fields sends.
export const newStudent: NewPersonRules<StudentField, StudentProfile> = {
  fields: studentFields,
  sections: studentSections,
  inputFields: askedIn(studentSections),
  sent: fieldNames(studentFields),
  add: (body, invite) =>
    call(people.createStudent, {
      body: body as BodyIn<typeof people.createStudent>,
      query: invitesBy(invite),
    }),
  action: 'Add Student',
  failed: 'Failed to add student',
  otherwise: 'statusText',
  missing: () => 'Name and Email are required fields',
};

export const newTeacher: NewPersonRules<FacultyField, FacultyProfile> = {
  fields: facultyFields,
  sections: facultySections,
  inputFields: askedIn(facultySections),
  sent: askedIn(facultySections),
  add: (body, invite) =>
    call(people.createFaculty, {
      body: body as BodyIn<typeof people.createFaculty>,
      query: invitesBy(invite),
    }),
  action: 'Add Faculty',
  failed: 'Error adding faculty',
  otherwise: 'body',
  missing: (labels) => `Please fill in the following fields: ${labels.join(', ')}`,
  // Digits with a plus, spaces and brackets, as people write them.
  problemOf: ({ contactNo = '' }) =>
    /^\d+$/.test(contactNo.trim()) || readContactNumber(contactNo) !== null
      ? undefined
      : { field: 'contactNo', text: 'Contact number must be a valid number' },
};
