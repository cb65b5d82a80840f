import { z } from 'zod';
import { exportOf } from '../../csv/table-file.contract.ts';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { changeSchema, inputSchema, recordShape } from '../../fields/field-schemas.ts';
import { added, count, id, isoDate, textOrNull } from '../../values/replies.ts';
import { audienceFields, subjectFields } from './subject.fields.ts';
import { email, idInBody, listQuery, optionalText } from '../../values/requests.ts';
import { termFields } from './term.fields.ts';

const registrar = adminOnly('registrar');
const offices = adminOnly('registrar', 'exam_office');

/** A term is planned, then open, then closed; at most one is open. */
export const termState = z.enum(['planned', 'open', 'closed']);
export type TermState = z.infer<typeof termState>;

/** A subject of a term, as administrators see it in lists. */
export const enrollment = z.object({
  id,
  ...recordShape(subjectFields, ['admin']),
  teacherName: z.string(),
  students: z.int(),
});
export type Enrollment = z.infer<typeof enrollment>;

export const listEnrollments = endpoint('GET /enrollments', offices, {
  summary: 'The subjects of the open term',
  reply: z.array(enrollment),
});

export const exportSubjects = exportOf(listEnrollments, 'subjects_exported', 'subjects');

export const createForAll = endpoint('POST /enrollments/create-for-all', registrar, {
  act: 'subject_created',
  summary: 'Create a subject in the open term and enrol every active student (in its audience)',
  /** The audience is enrolled in addition to those enrolled by hand. */
  body: inputSchema(subjectFields, { audience: inputSchema(audienceFields).nullish() }),
  reply: enrollment,
  status: 201,
});

const { course, branch, semester, year } = audienceFields;

const audienceQuery = z.strictObject({
  course: optionalText(course.max, course.label),
  branch: optionalText(branch.max, branch.label),
  semester: z.coerce.number().int().min(1).max(semester.max).optional(),
  year: z.coerce.number().int().min(1).max(year.max).optional(),
});

/** Previews `createForAll` for the same audience. */
export const countAudience = endpoint('GET /enrollments/audience', registrar, {
  summary: 'How many active students a subject with this audience would enrol',
  query: audienceQuery,
  reply: z.object({ students: count }),
});

export const helperKinds = ['co_teacher', 'assistant', 'substitute'] as const;
export type HelperKind = (typeof helperKinds)[number];
/** What each kind may do; null: as given for each helper. */
export const helperRights: Readonly<
  Record<HelperKind, { readonly mayMark: boolean; readonly mayGrade: boolean } | null>
> = {
  co_teacher: { mayMark: true, mayGrade: true },
  assistant: null,
  substitute: { mayMark: true, mayGrade: false },
};

/**
 * Someone who teaches a subject besides its teacher. Days are inclusive; without a last day, until the
 * end of the subject.
 */
export const subjectHelper = z.object({
  id,
  name: z.string(),
  email: z.string(),
  kind: z.enum(helperKinds),
  /** May mark attendance. */
  mayMark: z.boolean(),
  /** May mark exams and assignments. */
  mayGrade: z.boolean(),
  /** The section they teach; null: all students. */
  section: textOrNull,
  fromOn: isoDate(),
  toOn: isoDate().nullable(),
});
export type SubjectHelper = z.infer<typeof subjectHelper>;

/** A part of the students, marked in a class of its own. */
export const section = z.object({ id, name: z.string(), students: count });
export type Section = z.infer<typeof section>;

export const subjectDetails = z.object({
  id,
  ...recordShape(subjectFields, ['admin']),
  teacherName: z.string(),
  /** False once the teacher is deactivated: the subject should be handed over. */
  teacherActive: z.boolean(),
  helpers: z.array(subjectHelper),
  sections: z.array(section),
  /** Blank parts mean everyone. */
  audience: z.object(recordShape(audienceFields, ['admin'])),
  term: z.object({ id, ...recordShape(termFields, ['admin']), state: termState }),
  /** Students enrolled today; outside the term, on its day nearest to today. */
  students: count,
  /** Days with at least one mark. */
  totalClasses: count,
  added,
  version: z.int(),
});
export type SubjectDetails = z.infer<typeof subjectDetails>;

/** One period of enrolment: a student who was dropped and added again has two. Days are inclusive. */
export const subjectEnrolment = z.object({
  id,
  studentId: id,
  studentName: z.string(),
  studentEmail: z.string(),
  studentRollNo: textOrNull,
  fromOn: isoDate(),
  /** Null while the enrolment has no end. */
  toOn: isoDate().nullable(),
  section: textOrNull,
  /** Names of those who added and dropped the student by hand. */
  addedBy: textOrNull,
  droppedBy: textOrNull,
});
export type SubjectEnrolment = z.infer<typeof subjectEnrolment>;

export const readSubject = endpoint('GET /subjects/:subjectId', offices, {
  summary: 'One subject with its term, teacher, audience and counts',
  reply: subjectDetails,
});

/** A new teacher marks from now on; past marks keep their author. */
export const changeSubject = endpoint('PATCH /subjects/:subjectId', registrar, {
  act: 'subject_changed',
  summary: 'Change the name, code, credits or teacher of a subject',
  body: changeSchema(subjectFields),
  reply: subjectDetails,
  ifMatch: true,
});

export const addHelper = endpoint('POST /subjects/:subjectId/helpers', registrar, {
  act: 'helper_added',
  summary: 'Add a co-teacher, assistant or substitute to a subject',
  body: z
    .strictObject({
      email: email('Teacher'),
      kind: z.enum(helperKinds),
      mayMark: z.boolean().nullish(),
      mayGrade: z.boolean().nullish(),
      sectionId: idInBody.nullish(),
      fromOn: isoDate('First day'),
      toOn: isoDate('Last day').nullish(),
    })
    .refine((given) => given.kind !== 'assistant' || given.mayMark || given.mayGrade, {
      message: 'Choose what the assistant may do',
      path: ['mayMark'],
    })
    .refine((given) => given.kind !== 'substitute' || given.toOn, {
      message: 'A substitute has a last day',
      path: ['toOn'],
    })
    .refine((given) => !given.toOn || given.toOn >= given.fromOn, {
      message: 'The last day is before the first one',
      path: ['toOn'],
    }),
  reply: subjectDetails,
  status: 201,
});

/** Their past marks stay, with them as the author. */
export const removeHelper = endpoint('DELETE /subjects/:subjectId/helpers/:helperId', registrar, {
  act: 'helper_removed',
  summary: 'Remove a co-teacher, assistant or substitute from a subject, effective at once',
  reply: subjectDetails,
});

/** What changing the audience of a subject does, in numbers of students. */
export const audienceChange = z.object({
  enrolled: count,
  /** Removed, as if they had never been enrolled. */
  removed: count,
  /** Ended as of yesterday, because they have marks, results or work in the subject, which stay. */
  ended: count,
  /** Enrolled afterwards, by the audience or by hand. */
  students: count,
});
export type AudienceChange = z.infer<typeof audienceChange>;

export const countAudienceChange = endpoint('GET /subjects/:subjectId/audience', registrar, {
  summary: 'Preview a change of a subject’s audience',
  query: audienceQuery,
  reply: audienceChange,
});

/** Students added or dropped by hand are not affected. Blank parts mean everyone. */
export const changeAudience = endpoint('PUT /subjects/:subjectId/audience', registrar, {
  act: 'subject_audience_changed',
  summary: 'Change a subject’s audience: students of the new one are enrolled, the others dropped',
  description:
    'They are enrolled from the first day of the term if no class is marked yet, otherwise from today.',
  body: inputSchema(audienceFields),
  reply: audienceChange,
  ifMatch: true,
});

/** Refused while the subject has classes with marks, exams or assignments. */
export const deleteSubject = endpoint('DELETE /subjects/:subjectId', registrar, {
  act: 'subject_deleted',
  summary: 'Delete a subject created by mistake; all its enrolments end',
});

export const listSubjectEnrolments = endpoint('GET /subjects/:subjectId/enrolments', offices, {
  summary: 'The students of a subject by name, with the first and last days of their enrolments',
  query: listQuery.extend({
    /**
     * `current`: enrolled now or from a future day, in a closed term until its end; `past`: the last
     * day is over.
     */
    show: z.enum(['all', 'current', 'past']).optional(),
  }),
  reply: z.array(subjectEnrolment),
});

export const exportEnrolments = exportOf(
  listSubjectEnrolments,
  'enrolments_exported',
  'enrolments',
);

export const addEnrolment = endpoint('POST /subjects/:subjectId/enrolments', registrar, {
  act: 'student_enrolled',
  summary: 'Enrol a student from a given day',
  body: z.strictObject({ studentEmail: email('Student'), fromOn: isoDate('First day') }),
  reply: subjectEnrolment,
  status: 201,
});

/** Called again, moves the last day of a dropped student. Marks always stay. */
export const dropEnrolment = endpoint('POST /enrolments/:enrolmentId/drop', registrar, {
  act: 'enrolment_ended',
  summary: 'Drop a student by setting the last day of the enrolment',
  body: z.strictObject({ lastDay: isoDate('Last day') }),
  reply: subjectEnrolment.extend({
    /** Marks after the last day, which stay in the student’s records. */
    marksAfter: count,
  }),
});
