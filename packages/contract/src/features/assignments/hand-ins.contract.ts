import { z } from 'zod';
import { exportOf } from '../../csv/table-file.contract.ts';
import { endpoint, everyoneOwn, staff, staffOwn, studentOwn } from '../../endpoint.ts';
import { examTerm } from '../exams/exams.contract.ts';
import { added, changed, count, id, textOrNull } from '../../values/replies.ts';
import { idInRequest, optionalText, requiredText } from '../../values/requests.ts';
import {
  assignment,
  assignmentFile,
  assignmentLimits,
  deadline,
  managedAssignment,
} from './assignments.contract.ts';
import { acceptedTypes, filesUpload, handInLimits } from './hand-in-files.rules.ts';
import { handInFilters, handInOutcomes } from './hand-in.rules.ts';

/** Teachers for the subjects they grade, and the exam office for all. */
const managers = staffOwn('exam_office');
/** The teachers and students of the subject, and the exam office for all. */
const readers = everyoneOwn('exam_office');
const student = studentOwn('exam_office');

/** Whole or half marks. */
const marks = z.number().multipleOf(0.5);

const state = z.enum(['open', 'overdue', 'missed', 'handedIn', 'returned']);

/** A student of an assignment, for those who manage it. */
export const assignmentStudent = z.object({
  studentId: id,
  studentName: z.string(),
  studentEmail: z.string(),
  univId: textOrNull,
  rollNo: textOrNull,
  /** Enrolled in the subject today, or at the end of its term. */
  enrolled: z.boolean(),
  state,
  /** The latest version handed in; 0 if there is none. */
  version: count,
  handedInAt: textOrNull,
  late: z.boolean(),
  /** The student’s own deadline, later than that of the others. */
  extendedTo: deadline.nullable(),
  files: count,
  marks: marks.nullable(),
  /** Whether the marks are for the latest version. */
  marked: z.boolean(),
  returnedAt: textOrNull,
  reopened: z.boolean(),
});
export type AssignmentStudent = z.infer<typeof assignmentStudent>;

/** A change of an assignment. Deadlines are in campus time, `acceptLate` is yes or no. */
export const assignmentChange = z.object({
  id,
  field: z.enum(['title', 'description', 'grade', 'deadline', 'acceptLate']),
  from: z.string(),
  to: z.string(),
  ...changed,
});
export type AssignmentChange = z.infer<typeof assignmentChange>;

export const readAssignment = endpoint('GET /assignments/:assignmentId', managers, {
  summary: 'An assignment with every student it is for, by roll number, and its change history',
  reply: z.object({
    assignment: managedAssignment,
    added,
    students: z.array(assignmentStudent),
    changes: z.array(assignmentChange),
  }),
});

export const exportHandIns = exportOf(
  {
    ...readAssignment,
    summary: 'The students of an assignment with their marks',
    query: z.strictObject({
      show: z.enum(handInFilters).default('all'),
      search: optionalText(200, 'Search'),
    }),
  },
  'hand_ins_exported',
  'hand-ins',
);

export const handInVersion = z.object({
  version: count,
  text: z.string(),
  late: z.boolean(),
  handedInAt: z.string(),
  files: z.array(assignmentFile),
});
export type HandInVersion = z.infer<typeof handInVersion>;

/** An event of a student’s marks; `version` is the version handed in that they are for. */
export const handInMarkChange = z.object({
  id,
  event: z.enum(['marked', 'returned', 'reopened']),
  version: count,
  marks,
  comment: z.string(),
  ...changed,
});
export type HandInMarkChange = z.infer<typeof handInMarkChange>;

/** A later deadline for one student; `deadlineOnCampus` is null if it was withdrawn. */
export const handInExtension = z.object({
  id,
  deadlineOnCampus: deadline.nullable(),
  reason: z.string(),
  ...changed,
});

/** A student's work on an assignment. The student sees marks and comment only once it is returned. */
export const handIn = z.object({
  /** With this student’s deadline. */
  assignment,
  /** Whether that deadline is later than that of the others. */
  extended: z.boolean(),
  studentName: z.string(),
  studentEmail: z.string(),
  state,
  /** Whether the student can hand in now, or why not. */
  handingIn: z.enum([...handInOutcomes, 'notEnrolled']),
  reopened: z.boolean(),
  /** Latest first. */
  versions: z.array(handInVersion),
  marks: marks.nullable(),
  comment: z.string(),
  markedVersion: z.int().nullable(),
  returnedAt: textOrNull,
  /** For `If-Match` when giving marks; 0 for the student. */
  marksVersion: count,
  /** History of the marks, latest first; empty for the student. */
  history: z.array(handInMarkChange),
  /** Latest first; empty for the student. */
  extensions: z.array(handInExtension),
});
export type HandIn = z.infer<typeof handIn>;

/** An assignment in a student’s list, with the student’s own deadline. */
export const ownAssignment = assignment.omit({ description: true, attachments: true }).extend({
  state,
  handedInAt: textOrNull,
  late: z.boolean(),
  reopened: z.boolean(),
  /** Whether the deadline is later than that of the others. */
  extended: z.boolean(),
  marks: marks.nullable(),
  returnedAt: textOrNull,
});
export type OwnAssignment = z.infer<typeof ownAssignment>;

export const studentAssignments = endpoint('GET /students/:email/assignments', student, {
  summary: 'A student’s assignments in a term (the open one by default), next deadline first',
  query: z.strictObject({ termId: idInRequest.optional() }),
  reply: z.array(ownAssignment),
});

export const studentTerms = endpoint('GET /students/:email/assignment-terms', student, {
  summary: 'The terms in which a student has subjects, latest first',
  reply: z.array(examTerm),
});

export const readHandIn = endpoint('GET /assignments/:assignmentId/hand-ins/:email', readers, {
  summary: 'A student’s work on an assignment, with every version',
  reply: handIn,
});

/**
 * Adds a new version; earlier ones are kept. `keep` lists the ids, separated by commas, of files of the
 * previous version that belong to the new one too.
 */
export const handItIn = endpoint(
  'POST /assignments/:assignmentId/hand-ins/:email',
  { admin: 'none', teacher: 'none', student: 'own' },
  {
    act: 'handed_in',
    summary: 'Hand in text, files or both; can be repeated until the deadline',
    upload: {
      ...filesUpload,
      texts: z.strictObject({
        text: optionalText(handInLimits.text, 'Text').transform((value) => value ?? ''),
        keep: z
          .string()
          .max(400)
          .optional()
          .transform((value) => [...new Set(value?.split(',').filter(Boolean))]),
      }),
    },
    reply: handIn,
    status: 201,
  },
);

export const readHandInFile = endpoint('GET /hand-in-files/:fileId', readers, {
  summary: 'Download a file a student has handed in',
  file: { types: acceptedTypes },
});

export const downloadHandIns = endpoint('GET /assignments/:assignmentId/hand-ins.zip', managers, {
  act: 'hand_ins_downloaded',
  summary:
    'The latest version of every student’s work as one ZIP file, with a folder for each student',
  download: { type: 'application/zip', fileName: 'hand-ins.zip' },
  alsoRefuses: ['conflict'],
});

const marksRule = 'Marks must be a whole or half number from 0 to the grade of the assignment';

/**
 * `version` is the one that was read: 409 if the student has handed in again since. `If-Match` is the
 * `marksVersion`: stale if others have marked, returned or reopened the work since.
 */
export const markHandIn = endpoint(
  'PUT /assignments/:assignmentId/hand-ins/:email/marks',
  managers,
  {
    act: 'hand_in_marked',
    summary: 'Give marks and a comment; the student sees them once the work is returned',
    reply: handIn,
    body: z.strictObject({
      version: z.int().min(1).max(1_000_000),
      marks: z
        .number({ error: marksRule })
        .multipleOf(0.5, marksRule)
        .min(0, marksRule)
        .max(assignmentLimits.grade, marksRule),
      comment: optionalText(handInLimits.comment, 'Comment').transform((value) => value ?? ''),
    }),
    ifMatch: true,
  },
);

/** Allowed after the deadline as well: work handed in meanwhile then counts as in time. */
export const extendDeadline = endpoint(
  'PUT /assignments/:assignmentId/hand-ins/:email/extension',
  managers,
  {
    act: 'deadline_extended',
    summary: 'Give one student a later deadline, replacing any earlier extension',
    body: z.strictObject({
      deadline,
      reason: optionalText(handInLimits.reason, 'Reason').transform((value) => value ?? ''),
    }),
    reply: handIn,
  },
);

export const endExtension = endpoint(
  'DELETE /assignments/:assignmentId/hand-ins/:email/extension',
  managers,
  {
    act: 'extension_ended',
    summary: 'Cancel a student’s extension; work handed in on time stays on time',
    reply: handIn,
  },
);

const phrases = z.array(requiredText(handInLimits.phrase, 'Phrase')).max(handInLimits.phrases);

export const readPhrases = endpoint('GET /assignments/phrases', staff('exam_office'), {
  summary: 'The caller’s saved phrases for comments',
  reply: z.array(z.string()),
});

export const setPhrases = endpoint('PUT /assignments/phrases', staff('exam_office'), {
  act: 'phrases_set',
  summary: 'Save up to three phrases for comments, replacing the previous ones',
  body: z.strictObject({ phrases }),
  reply: z.array(z.string()),
});

export const returnHandIn = endpoint(
  'POST /assignments/:assignmentId/hand-ins/:email/return',
  managers,
  {
    act: 'hand_in_returned',
    summary:
      'Return work: the student sees marks and comment, and can hand in no more until it is reopened',
    reply: handIn,
  },
);

export const reopenHandIn = endpoint(
  'POST /assignments/:assignmentId/hand-ins/:email/reopen',
  managers,
  {
    act: 'hand_in_reopened',
    summary: 'Reopen work: the student can hand in another version, even after the deadline',
    reply: handIn,
  },
);

export const returnAll = endpoint('POST /assignments/:assignmentId/return', managers, {
  act: 'hand_ins_returned',
  summary: 'Return all work whose latest version is marked',
  reply: z.object({ returned: count }),
});
