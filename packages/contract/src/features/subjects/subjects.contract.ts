import { z } from 'zod';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { changeSchema, inputSchema, recordShape } from '../../fields/field-schemas.ts';
import { count, id, isoDate, textOrNull } from '../../values/replies.ts';
import { audienceFields, subjectFields } from './subject.fields.ts';
import { email, listQuery } from '../../values/requests.ts';
import { termFields } from './term.fields.ts';

/** A term is planned, then open, then closed for good; at most one is open. */
export const termState = z.enum(['planned', 'open', 'closed']);
export type TermState = z.infer<typeof termState>;

/** A subject of a term, as the administrator's list of enrollments shows it. */
export const enrollment = z.object({
  id,
  ...recordShape(subjectFields, ['admin']),
  teacherName: z.string(),
  students: z.int(),
});
export type Enrollment = z.infer<typeof enrollment>;

export const listEnrollments = endpoint('GET /enrollments', adminOnly, {
  summary: 'The subjects of the open term',
  reply: z.array(enrollment),
});

export const createForAll = endpoint('POST /enrollments/create-for-all', adminOnly, {
  act: 'subject_created',
  summary: 'Create a subject in the open term and enrol every active student (of the audience)',
  /** The audience is enrolled beside those enrolled by hand. */
  body: inputSchema(subjectFields, { audience: inputSchema(audienceFields).nullish() }),
  reply: enrollment,
  status: 201,
});

export const subjectDetails = z.object({
  id,
  ...recordShape(subjectFields, ['admin']),
  teacherName: z.string(),
  /** False after the teacher was deactivated: the subject should be handed over. */
  teacherActive: z.boolean(),
  /** Blank parts mean everyone. */
  audience: z.object(recordShape(audienceFields, ['admin'])),
  term: z.object({ id, ...recordShape(termFields, ['admin']), state: termState }),
  /** Enrolled now; in a closed term: enrolled until its end. */
  students: count,
  /** Days with at least one mark. */
  totalClasses: count,
  version: z.int(),
});
export type SubjectDetails = z.infer<typeof subjectDetails>;

/** One row a period: a student who was dropped and added again has two. Days are inclusive. */
export const subjectEnrolment = z.object({
  id,
  studentId: id,
  studentName: z.string(),
  studentEmail: z.string(),
  studentRollNo: textOrNull,
  fromOn: isoDate(),
  /** Null while there is no last day. */
  toOn: isoDate().nullable(),
  /** Names of those who added or dropped the student by hand. */
  addedBy: textOrNull,
  droppedBy: textOrNull,
});
export type SubjectEnrolment = z.infer<typeof subjectEnrolment>;

export const readSubject = endpoint('GET /subjects/:subjectId', adminOnly, {
  summary: 'One subject with its term, teacher, audience and counts',
  reply: subjectDetails,
});

/** A new teacher marks from now on; past marks keep who made them. */
export const changeSubject = endpoint('PATCH /subjects/:subjectId', adminOnly, {
  act: 'subject_changed',
  summary: 'Change name, code, credits or teacher of a subject',
  body: changeSchema(subjectFields),
  reply: subjectDetails,
  ifMatch: true,
});

export const listSubjectEnrolments = endpoint('GET /subjects/:subjectId/enrolments', adminOnly, {
  summary: 'The students of a subject with the days they are enrolled from and to, by name',
  query: listQuery.extend({
    /**
     * `current`: enrolled now or from a day to come, in a closed term: to its end; `past`: with a
     * last day that is over.
     */
    show: z.enum(['all', 'current', 'past']).optional(),
  }),
  reply: z.array(subjectEnrolment),
});

export const addEnrolment = endpoint('POST /subjects/:subjectId/enrolments', adminOnly, {
  act: 'student_enrolled',
  summary: 'Enrol one student from a day on',
  body: z.strictObject({ studentEmail: email('Student'), fromOn: isoDate('First day') }),
  reply: subjectEnrolment,
  status: 201,
});

/** A dropped student can be given another last day by the same call. Marks stay in any case. */
export const dropEnrolment = endpoint('POST /enrolments/:enrolmentId/drop', adminOnly, {
  act: 'enrolment_ended',
  summary: 'Drop one student: the last day of the enrolment',
  body: z.strictObject({ lastDay: isoDate('Last day') }),
  reply: subjectEnrolment.extend({
    /** Marks after the last day, which stay in the student’s records. */
    marksAfter: count,
  }),
});
