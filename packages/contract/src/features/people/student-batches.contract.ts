import { z } from 'zod';
import { tableFile } from '../../csv/table-file.contract.ts';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { changeSchema } from '../../fields/field-schemas.ts';
import { listLimits } from '../../values/list-limits.ts';
import { count, id, isoDate, textOrNull } from '../../values/replies.ts';
import { idInBody, listQuery } from '../../values/requests.ts';
import { studentChoice } from './people.contract.ts';
import { standingFields } from './student.fields.ts';

const subjectId = idInBody;

const standing = changeSchema(standingFields).refine((values) => Object.keys(values).length > 0, {
  error: 'Say what changes: course, branch, semester or year',
});

/** What is done with many students at once. */
export const batchAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('withdraw'), on: isoDate('Last day') }),
  z.strictObject({ kind: z.literal('graduate'), on: isoDate('Last day') }),
  /** They stay in their semester at the next closing of a term. */
  z.strictObject({ kind: z.literal('repeat') }),
  /** Enrolments pause from a day until another, or until they return. */
  z
    .strictObject({
      kind: z.literal('leave'),
      from: isoDate('First day away'),
      until: isoDate('Last day away').nullish(),
      reason: z.string().trim().min(1, 'Say why').max(300),
    })
    .refine(({ from, until }) => !until || until >= from, {
      path: ['until'],
      message: 'The last day away is before the first',
    }),
  /** From leave, earlier than was said. */
  z.strictObject({ kind: z.literal('return'), on: isoDate('First day back') }),
  /** Of those who were withdrawn, into what they were enrolled in and what is of their audience. */
  z.strictObject({ kind: z.literal('readmit'), on: isoDate('First day back') }),
  /** Another standing from a day on: enrolments by audience follow it. */
  z.strictObject({ kind: z.literal('transfer'), on: isoDate('First day'), values: standing }),
  z.strictObject({
    kind: z.literal('change'),
    values: standing,
  }),
  z.strictObject({ kind: z.literal('enrol'), subjectId, fromOn: isoDate('First day') }),
  z.strictObject({ kind: z.literal('drop'), subjectId, lastDay: isoDate('Last day') }),
  z.strictObject({ kind: z.literal('invite') }),
  z.strictObject({ kind: z.literal('export') }),
]);
export type BatchAction = z.infer<typeof batchAction>;

const batchPreview = z.object({
  id,
  /** Of the chosen students how many change, or are in the file. */
  changed: count,
  /** The first five of them by name. */
  first: z.array(
    z.object({
      id,
      name: z.string(),
      email: z.string(),
      /** `withdrawnOn`, `fromOn` and `toOn` are days, the others fields of the record. */
      changes: z.array(z.object({ field: z.string(), from: textOrNull, to: textOrNull })),
    }),
  ),
  /** By name the subjects in which enrolments end or begin, with how many. */
  enrolments: z.array(
    z.object({
      subjectId: id,
      subject: z.string(),
      ends: count,
      begins: count,
      beginsOn: isoDate().nullable(),
      /** It may be among those that applying leaves out. */
      optional: z.boolean(),
    }),
  ),
  skipped: count,
  /** The first 200 of them by name. */
  skippedStudents: z.array(
    z.object({ id, name: z.string(), email: z.string(), reason: z.string() }),
  ),
});
export type BatchPreview = z.infer<typeof batchPreview>;

/** Fixes whom a batch is about, and says what it would do. It waits for a day to be applied. */
export const previewBatch = endpoint('POST /people/students/batches', adminOnly('registrar'), {
  act: null,
  summary: 'What an act on many students would change, and who is left out and why',
  body: z.strictObject({
    /** By their ids, or all that a search and filters list. */
    students: z.union(
      [
        z.array(idInBody).min(1, 'Choose at least one student').max(listLimits.rows),
        studentChoice.omit({ sort: true, order: true }),
      ],
      { error: 'Choose at least one student' },
    ),
    action: batchAction,
  }),
  large: true,
  reply: batchPreview,
});

export const appliedBatch = z.object({
  id,
  /** In words: "Withdrew 61 students on 2026-03-11", "Imported 12 new students". */
  what: z.string(),
  changed: count,
  madeBy: z.string(),
  madeAt: z.iso.datetime(),
  undoneBy: textOrNull,
  undoneAt: z.iso.datetime().nullable(),
  /** Of an import what undoing it does, or did, with those whose invitation was sent. */
  note: textOrNull,
  /** What this kind of act does can be taken back, and was not. */
  canUndo: z.boolean(),
});
export type AppliedBatch = z.infer<typeof appliedBatch>;

/** All or nothing: a student who has changed since the preview is named, and nobody is changed. */
export const applyBatch = endpoint(
  'POST /people/students/batches/:batchId/apply',
  adminOnly('registrar'),
  {
    act: 'students_changed',
    summary: 'Do what a preview said',
    body: z
      .strictObject({
        /** Subjects of the preview in which nobody is enrolled, or of a change of programme nothing changes. */
        leaveOut: z.array(idInBody).max(listLimits.rows).optional(),
      })
      .optional(),
    reply: appliedBatch,
  },
);

export const undoBatch = endpoint(
  'POST /people/students/batches/:batchId/undo',
  adminOnly('registrar'),
  {
    act: 'students_batch_undone',
    summary:
      'Take back an act on many students or an import; refused (409) with the names of those changed since',
    reply: appliedBatch,
  },
);

export const listBatches = endpoint('GET /people/students/batches', adminOnly('registrar'), {
  summary: 'Acts on many students and imports, the last one first; of teachers the imports',
  query: listQuery
    .pick({ limit: true, cursor: true })
    .extend({ of: z.enum(['students', 'faculty']).optional() }),
  reply: z.array(appliedBatch),
});

export const exportBatch = endpoint(
  'GET /people/students/batches/:batchId/export',
  adminOnly('registrar'),
  {
    act: 'students_exported',
    summary: 'The students of a preview, as a file with the template’s columns',
    fresh: true,
    query: z.strictObject(tableFile),
    download: { type: 'text/csv; charset=utf-8', fileName: 'student-records.csv' },
  },
);
