import { z } from 'zod';
import { tableFile } from '../../csv/table-file.contract.ts';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { changeSchema } from '../../fields/field-schemas.ts';
import { listLimits } from '../../values/list-limits.ts';
import { count, id, isoDate, textOrNull } from '../../values/replies.ts';
import { idInBody, listQuery } from '../../values/requests.ts';
import { studentChoice } from './people.contract.ts';
import { studyFields } from './student.fields.ts';

const registrar = adminOnly('registrar');

const subjectId = idInBody;

const standing = changeSchema(studyFields).refine((values) => Object.keys(values).length > 0, {
  error: 'Say what changes: course, branch, semester or year',
});

/** An action on many students at once. */
export const batchAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('withdraw'), on: isoDate('Last day') }),
  z.strictObject({ kind: z.literal('graduate'), on: isoDate('Last day') }),
  /** They stay in their semester when the term is closed next. */
  z.strictObject({ kind: z.literal('repeat') }),
  /** Enrolments pause from a day until another, or until the students return. */
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
  /** Return from leave, earlier than planned. */
  z.strictObject({ kind: z.literal('return'), on: isoDate('First day back') }),
  /** Readmits withdrawn students, to the subjects they were enrolled in and those of their audience. */
  z.strictObject({ kind: z.literal('readmit'), on: isoDate('First day back') }),
  /** Another course, branch, semester or year from a day on; enrolments by audience follow. */
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
  /** How many of the chosen students change, or are in the file. */
  changed: count,
  /** The first five of these by name. */
  first: z.array(
    z.object({
      id,
      name: z.string(),
      email: z.string(),
      /** `withdrawnOn`, `fromOn` and `toOn` are days, the others fields of the record. */
      changes: z.array(z.object({ field: z.string(), from: textOrNull, to: textOrNull })),
    }),
  ),
  /** The subjects, by name, in which enrolments end or begin, and how many. */
  enrolments: z.array(
    z.object({
      subjectId: id,
      subject: z.string(),
      ends: count,
      begins: count,
      beginsOn: isoDate().nullable(),
      /** Whether applying the batch may leave it out. */
      optional: z.boolean(),
    }),
  ),
  skipped: count,
  /** The first 200 of these by name. */
  skippedStudents: z.array(
    z.object({ id, name: z.string(), email: z.string(), reason: z.string() }),
  ),
});
export type BatchPreview = z.infer<typeof batchPreview>;

/** Fixes the students of a batch and reports what it would do. A preview can be applied for a day. */
export const previewBatch = endpoint('POST /people/students/batches', registrar, {
  act: null,
  summary: 'Preview an action on many students: what would change, and who is left out and why',
  body: z.strictObject({
    /** Ids, or a search and filters whose results are all meant. */
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
  /** For an import: what undoing it does, or did, including students whose invitation was sent. */
  note: textOrNull,
  /** Whether the batch can be undone and has not been. */
  canUndo: z.boolean(),
});
export type AppliedBatch = z.infer<typeof appliedBatch>;

/** All or nothing: if a student has changed since the preview, the refusal names them and nobody is changed. */
export const applyBatch = endpoint('POST /people/students/batches/:batchId/apply', registrar, {
  act: 'students_changed',
  summary: 'Apply a previewed action',
  body: z
    .strictObject({
      /**
       * Subjects of the preview to leave out: nobody is enrolled in them or, for a change of programme,
       * their enrolments do not change.
       */
      leaveOut: z.array(idInBody).max(listLimits.rows).optional(),
    })
    .optional(),
  reply: appliedBatch,
});

export const undoBatch = endpoint('POST /people/students/batches/:batchId/undo', registrar, {
  act: 'students_batch_undone',
  summary:
    'Undo an action on many students or an import; refused (409), naming the people changed since',
  reply: appliedBatch,
});

export const listBatches = endpoint('GET /people/students/batches', registrar, {
  summary: 'Actions on many students and imports of people, latest first',
  query: listQuery
    .pick({ limit: true, cursor: true })
    .extend({ of: z.enum(['students', 'faculty']).optional() }),
  reply: z.array(appliedBatch),
});

export const exportBatch = endpoint('GET /people/students/batches/:batchId/export', registrar, {
  act: 'students_exported',
  summary: 'The students of a preview, as a file like that of their list',
  fresh: true,
  query: z.strictObject(tableFile),
  download: { type: 'text/csv; charset=utf-8', fileName: 'student-records.csv' },
});
