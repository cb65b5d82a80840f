import { z } from 'zod';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { idInBody, requiredText } from '../../values/requests.ts';
import { subjectDetails, subjectEnrolment } from './subjects.contract.ts';

const registrar = adminOnly('registrar');

/** Files of subjects separate the names of sections by semicolons. */
const body = z.strictObject({
  name: requiredText(50, 'Name').regex(/^[^;]*$/, 'The name of a section has no semicolon'),
});

export const addSection = endpoint('POST /subjects/:subjectId/sections', registrar, {
  act: 'section_added',
  summary: 'Add a section to a subject; each section has its own classes',
  body,
  reply: subjectDetails,
  status: 201,
});

export const renameSection = endpoint('PATCH /subjects/:subjectId/sections/:sectionId', registrar, {
  act: 'section_renamed',
  summary: 'Rename a section',
  body,
  reply: subjectDetails,
});

/** Refused while somebody is assigned to teach the section. */
export const removeSection = endpoint(
  'DELETE /subjects/:subjectId/sections/:sectionId',
  registrar,
  {
    act: 'section_removed',
    summary:
      'Remove a section; its students stay in the subject without a section and keep their marks',
    reply: subjectDetails,
  },
);

export const divideStudents = endpoint('POST /subjects/:subjectId/sections/divide', registrar, {
  act: 'section_students_divided',
  summary: 'Divide the students without a section evenly among all sections, by roll number',
  reply: subjectDetails,
});

export const moveToSection = endpoint('POST /enrolments/:enrolmentId/section', registrar, {
  act: 'enrolment_moved',
  summary: 'Move a student to a section of the subject, or out of all sections',
  body: z.strictObject({ sectionId: idInBody.nullable() }),
  reply: subjectEnrolment,
});
