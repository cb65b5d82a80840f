import { z } from 'zod';
import { exportOf } from '../../csv/table-file.contract.ts';
import { endpoint, everyoneOwn, staffOwn } from '../../endpoint.ts';
import { sectionsGraded } from '../exams/exams.contract.ts';
import { isCampusMinute } from '../../values/dates.ts';
import { count, id, subjectNames } from '../../values/replies.ts';
import { flag, idInRequest, idOrZero, listQuery, requiredText } from '../../values/requests.ts';
import { acceptedTypes, filesUpload } from './hand-in-files.rules.ts';

/** Teachers for the subjects they grade, and the exam office for all. */
const managers = staffOwn('exam_office');
/** The teachers and students of the subject, and the exam office for all. */
const readers = everyoneOwn('exam_office');

export const assignmentLimits = { title: 120, description: 10_000, grade: 1000 } as const;

/** A stored file; its content is at the address of the assignment or hand-in it belongs to. */
export const assignmentFile = z.object({
  id,
  name: z.string(),
  type: z.string(),
  size: count,
});
export type AssignmentFile = z.infer<typeof assignmentFile>;

export const deadline = z
  .string({ error: 'Deadline is missing' })
  .trim()
  .refine(isCampusMinute, 'Deadline must be a day and a time, written YYYY-MM-DDTHH:MM')
  .meta({ examples: ['2026-03-11T23:59'] });

/** What everyone sees of an assignment. Instants are ISO 8601 in UTC. */
export const assignment = z.object({
  id,
  subjectId: id,
  ...subjectNames,
  title: z.string(),
  description: z.string(),
  /** The maximum marks. */
  grade: z.int(),
  /** The instant at which the last minute that is in time begins. */
  deadline: z.string(),
  /** The same in campus time. */
  deadlineOnCampus: deadline,
  acceptLate: z.boolean(),
  /** Whether its term is closed: only administrators change anything from then on. */
  termClosed: z.boolean(),
  attachments: z.array(assignmentFile),
});
export type Assignment = z.infer<typeof assignment>;

/** With progress: `students` are those who have to hand in, or have. */
export const managedAssignment = assignment.extend({
  past: z.boolean(),
  students: count,
  handedIn: count,
  toMark: count,
  toReturn: count,
  returned: count,
  sections: sectionsGraded,
  version: z.int(),
});
export type ManagedAssignment = z.infer<typeof managedAssignment>;

const title = requiredText(assignmentLimits.title, 'Title');
const description = requiredText(assignmentLimits.description, 'Description');
const gradeRule = `Grade must be a whole number from 1 to ${assignmentLimits.grade}`;
const grade = z.int({ error: gradeRule }).min(1, gradeRule).max(assignmentLimits.grade, gradeRule);
const subjectId = requiredText(64, 'Subject').overwrite(idOrZero);

/** In bytes. */
const space = z.object({ used: count, limit: count });

/** Called before files are chosen. `left` is what the caller can still store. */
export const readStorage = endpoint('GET /assignments/storage', readers, {
  summary: 'The storage left for an assignment’s files, or for a new assignment’s if none is given',
  query: z.strictObject({ assignmentId: idInRequest.optional() }),
  reply: z.object({
    left: count,
    /** For those who manage the assignment. */
    assignment: space.nullable(),
    /** For administrators. */
    campus: space.nullable(),
  }),
});

export const listAssignments = endpoint('GET /assignments', managers, {
  summary:
    'The assignments the caller manages: those with work to mark, open ones, returned ones; defaults to the open term',
  query: listQuery.omit({ cursor: true }).extend({
    subjectId: idInRequest.optional(),
    termId: idInRequest.optional(),
  }),
  reply: z.array(managedAssignment),
});

export const exportAssignments = exportOf(listAssignments, 'assignments_exported', 'assignments');

/** A form, so that files come with it. `deadline` is in campus time. */
export const createAssignment = endpoint('POST /assignments', managers, {
  act: 'assignment_created',
  summary: 'Add an assignment to a subject, with up to 10 files',
  upload: {
    ...filesUpload,
    texts: z.strictObject({
      subjectId,
      title,
      description,
      grade: z
        .string({ error: 'Grade is missing' })
        .trim()
        .regex(/^\d{1,9}$/, gradeRule)
        .transform(Number)
        .pipe(grade),
      deadline,
      acceptLate: flag,
    }),
  },
  reply: managedAssignment,
  status: 201,
});

/** Refuses a grade below marks that were given. */
export const changeAssignment = endpoint('PATCH /assignments/:assignmentId', managers, {
  act: 'assignment_changed',
  summary: 'Change an assignment; earlier deadlines stay in its history',
  body: z.strictObject({ title, description, grade, deadline, acceptLate: z.boolean() }).partial(),
  reply: managedAssignment,
  ifMatch: true,
});

export const deleteAssignment = endpoint('DELETE /assignments/:assignmentId', managers, {
  act: 'assignment_deleted',
  summary: 'Delete an assignment nobody has handed in work for',
});

export const addAttachments = endpoint('POST /assignments/:assignmentId/files', managers, {
  act: 'assignment_changed',
  summary: 'Add files to an assignment, up to 10 in total',
  upload: filesUpload,
  reply: managedAssignment,
  status: 201,
});

export const removeAttachment = endpoint(
  'DELETE /assignments/:assignmentId/files/:fileId',
  managers,
  {
    act: 'assignment_changed',
    summary: 'Remove a file from an assignment',
  },
);

export const readAttachment = endpoint('GET /assignments/:assignmentId/files/:fileId', readers, {
  summary: 'Download a file of an assignment',
  file: { types: acceptedTypes },
});
