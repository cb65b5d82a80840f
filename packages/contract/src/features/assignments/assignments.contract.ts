import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import type { Access } from '../../permissions.ts';
import { listQuery } from '../../wire/lists.ts';
import { count, id, requiredText } from '../../wire/text.ts';
import { isCampusMinute } from './deadline.rules.ts';
import { acceptedTypes, handInLimits } from './hand-in-files.rules.ts';

/** Teachers keep the assignments of their own subjects, an administrator those of any. */
export const keepingAssignments: Access = { admin: 'any', teacher: 'own', student: 'none' };

export const assignmentLimits = { title: 120, description: 10_000, grade: 1000 } as const;

/** A stored file; its bytes are at the address of the files it belongs to. */
export const assignmentFile = z.object({
  id,
  name: z.string(),
  type: z.string(),
  size: count,
});
export type AssignmentFile = z.infer<typeof assignmentFile>;

/** What everybody sees of an assignment. Instants are ISO 8601 in UTC. */
export const assignment = z.object({
  id,
  subjectId: id,
  subjectName: z.string(),
  subjectCode: z.string(),
  title: z.string(),
  description: z.string(),
  /** The maximum marks. */
  grade: z.int(),
  /** The instant at which the last minute begins that is in time. */
  deadline: z.string(),
  /** The same on the clocks of the campus: `YYYY-MM-DDTHH:MM`. */
  deadlineOnCampus: z.string(),
  acceptLate: z.boolean(),
  attachments: z.array(assignmentFile),
});
export type Assignment = z.infer<typeof assignment>;

/** With what became of it: of `students`, those who have it to do or have handed in. */
export const keptAssignment = assignment.extend({
  past: z.boolean(),
  students: count,
  handedIn: count,
  toMark: count,
  toReturn: count,
  returned: count,
  /** For `If-Match` when the assignment is changed. */
  version: z.int(),
});
export type KeptAssignment = z.infer<typeof keptAssignment>;

const title = requiredText(assignmentLimits.title, 'Title');
const description = requiredText(assignmentLimits.description, 'Description');
const gradeRule = `Grade must be a whole number from 1 to ${assignmentLimits.grade}`;
const grade = z.int({ error: gradeRule }).min(1, gradeRule).max(assignmentLimits.grade, gradeRule);
const deadline = z
  .string({ error: 'Deadline is missing' })
  .trim()
  .refine(isCampusMinute, 'Deadline must be a day and a time, written YYYY-MM-DDTHH:MM');
const subjectId = requiredText(64, 'Subject');

export const ofAssignment = z.object({ assignmentId: id });

const files = {
  file: 'files',
  maxBytes: handInLimits.bytes,
  fileOptional: true,
  maxFiles: handInLimits.files,
} as const;

/** Bytes. */
const space = z.object({ used: count, limit: count });

/** Before files are chosen. `left` is what the caller can still store. */
export const readStorage = endpoint({
  summary: 'How much can still be stored with an assignment, without one with a new one',
  method: 'GET',
  path: '/assignments/storage',
  access: { admin: 'any', teacher: 'own', student: 'own' },
  query: z.strictObject({ assignmentId: id.optional() }),
  reply: z.object({
    left: count,
    /** For those who keep the assignment. */
    assignment: space.nullable(),
    /** For administrators. */
    campus: space.nullable(),
  }),
});

export const listAssignments = endpoint({
  summary: 'The assignments one keeps, the latest deadline first; without a term of the open one',
  method: 'GET',
  path: '/assignments',
  access: keepingAssignments,
  query: listQuery.omit({ cursor: true }).extend({
    subjectId: id.optional(),
    termId: id.optional(),
  }),
  reply: z.array(keptAssignment),
});

/** A form, so that its files come with it. `deadline` is in the time zone of the campus. */
export const createAssignment = endpoint({
  summary: 'Add an assignment to a subject, with up to 10 files',
  method: 'POST',
  path: '/assignments',
  access: keepingAssignments,
  upload: {
    fields: ['subjectId', 'title', 'description', 'grade', 'deadline', 'acceptLate', 'files'],
    ...files,
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
      acceptLate: z
        .enum(['true', 'false'])
        .optional()
        .transform((value) => value === 'true'),
    }),
  },
  reply: keptAssignment,
  status: 201,
});

/**
 * Only what is sent changes. A grade below marks that were given is refused. A stale `If-Match` (the
 * `version`, quoted) is refused with 409 and the changes since (`recordChange`).
 */
export const changeAssignment = endpoint({
  summary: 'Change an assignment; what its deadline was stays in its history',
  method: 'PATCH',
  path: '/assignments/:assignmentId',
  access: keepingAssignments,
  params: ofAssignment,
  body: z.strictObject({ title, description, grade, deadline, acceptLate: z.boolean() }).partial(),
  reply: keptAssignment,
  ifMatch: true,
});

export const deleteAssignment = endpoint({
  summary: 'Take an assignment away that nobody has handed anything in for',
  method: 'DELETE',
  path: '/assignments/:assignmentId',
  access: keepingAssignments,
  params: ofAssignment,
  reply: z.undefined(),
  status: 204,
});

export const addAttachments = endpoint({
  summary: 'Add files to an assignment, up to 10 in all',
  method: 'POST',
  path: '/assignments/:assignmentId/files',
  access: keepingAssignments,
  params: ofAssignment,
  upload: { fields: ['files'], ...files },
  reply: keptAssignment,
  status: 201,
});

export const removeAttachment = endpoint({
  summary: 'Take a file of an assignment away',
  method: 'DELETE',
  path: '/assignments/:assignmentId/files/:fileId',
  access: keepingAssignments,
  params: ofAssignment.extend({ fileId: id }),
  reply: z.undefined(),
  status: 204,
});

export const readAttachment = endpoint({
  summary: 'A file of an assignment, to be saved',
  method: 'GET',
  path: '/assignments/:assignmentId/files/:fileId',
  access: { admin: 'any', teacher: 'own', student: 'own' },
  params: ofAssignment.extend({ fileId: id }),
  reply: z.any(),
  file: { types: acceptedTypes },
});
