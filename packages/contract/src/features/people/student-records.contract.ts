import { z } from 'zod';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { changeSchema, recordShape } from '../../fields/field-schemas.ts';
import { isoDate } from '../../values/replies.ts';
import { studentChoice, studentListItem, studentProfile } from './people.contract.ts';
import { studentFields } from './student.fields.ts';

/** All that is known about a student, for the registrar. */
export const studentDetails = studentProfile.extend({
  ...recordShape(studentFields, ['admin']),
  status: studentListItem.shape.status,
  /** The last day of a student who has left, or is going to. */
  withdrawnOn: isoDate().nullable(),
  version: z.int(),
});
export type StudentDetails = z.infer<typeof studentDetails>;

/** What the filters of the list can be set to, over all students whatever their status. */
export const studentFilters = endpoint('GET /people/students/filters', adminOnly, {
  summary: 'Every course, branch, semester and year that students have',
  reply: z.object({
    courses: z.array(z.string()),
    branches: z.array(z.string()),
    semesters: z.array(z.int()),
    years: z.array(z.int()),
  }),
});

/** Uploaded again with `existing=update` the file changes nothing. */
export const exportStudents = endpoint('GET /people/students/export', adminOnly, {
  summary: 'The students that a search and filters list, as a CSV file with the template’s columns',
  fresh: true,
  query: studentChoice,
  reply: z.string(),
  download: { type: 'text/csv; charset=utf-8', fileName: 'student-records.csv' },
});

export const readStudent = endpoint('GET /people/students/:id', adminOnly, {
  summary: 'One student’s whole record',
  reply: studentDetails,
});

/** The person behind a new e-mail address stays the same one. */
export const changeStudent = endpoint('PATCH /people/students/:id', adminOnly, {
  summary: 'Change a student’s record',
  reply: studentDetails,
  fresh: ['email'],
  body: changeSchema(studentFields, {}),
  ifMatch: true,
});

export const withdrawStudent = endpoint('POST /people/students/:id/withdraw', adminOnly, {
  summary: 'Withdraw a student on a day, past or to come',
  description:
    'Enrolments end on this day, marks stay, and from this day on there is no sign-in. Sent again it moves the day.',
  reply: studentDetails,
  body: z.strictObject({ on: isoDate('Last day') }),
});

export const reinstateStudent = endpoint('POST /people/students/:id/reinstate', adminOnly, {
  summary: 'Undo a withdrawal: enrolments of terms that are not closed are as they were before',
  reply: studentDetails,
});
