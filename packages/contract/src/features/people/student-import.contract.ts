import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { adminOnly } from '../../permissions.ts';
import { count } from '../../wire/text.ts';

/** Largest class list taken at once. */
export const importLimits = { rows: 100_000, bytes: 32 * 1024 * 1024 } as const;
/** Problems listed in one answer; how many more there are is said beside them. */
export const problemsListed = 200;

/** `row` is the record number in the file, the header being record 1. */
export const rowProblem = z.object({
  row: z.int(),
  /** The header as the file writes it, or null when the whole record is meant. */
  column: z.string().nullable(),
  /** The cell as the file has it. */
  value: z.string().nullable(),
  reason: z.string(),
});
export type RowProblem = z.infer<typeof rowProblem>;

export const importPreviewRow = z.object({
  row: z.int(),
  name: z.string(),
  email: z.string(),
  rollNo: z.string(),
  course: z.string(),
  semester: z.string(),
  outcome: z.enum(['create', 'update', 'skip', 'problem']),
});
export type ImportPreviewRow = z.infer<typeof importPreviewRow>;

export const importChange = z.object({
  row: z.int(),
  email: z.string(),
  field: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type ImportChange = z.infer<typeof importChange>;

/** What a file would do. With `problemRows` above 0 it would be refused as a whole. */
export const importReport = z.object({
  rows: count,
  ready: count,
  problemRows: count,
  create: count,
  update: count,
  skip: count,
  unknownColumns: z.array(z.string()),
  problems: z.array(rowProblem),
  moreProblems: count,
  changes: z.array(importChange),
  moreChanges: count,
  /** The rows with problems first, then the first others: enough to look at, not the whole file. */
  preview: z.array(importPreviewRow),
});
export type ImportReport = z.infer<typeof importReport>;

const existing = z.enum(['skip', 'update']).optional();
const upload = { fields: ['file'], maxBytes: importLimits.bytes } as const;
const csv = 'text/csv; charset=utf-8';

/**
 * One transaction: while any row is bad nothing is stored, and the refusal (422 `rows_invalid`)
 * carries the bad rows as `details`. A row whose e-mail exists is bad unless `existing` says to
 * skip it or to update the student; nobody is ever removed by a file. An update changes only what
 * the file says: a column that is absent and a cell that is blank leave what is stored, and a
 * student for whom nothing changes counts as skipped.
 */
export const importStudents = endpoint({
  id: 'people.importStudents',
  summary: 'Add students from a CSV file; answers the bare number of students uploaded',
  method: 'POST',
  path: '/uploadStudentDetails',
  access: adminOnly,
  query: z.strictObject({
    /** Answer what the file would do, and store nothing. */
    dryRun: z
      .enum(['true', 'false'])
      .optional()
      .transform((value) => value === 'true'),
    existing,
  }),
  upload,
  reply: z.union([count, importReport]),
  status: 200,
});

/** Takes what `importStudents` takes; stores nothing. */
export const importProblems = endpoint({
  id: 'people.importProblems',
  summary: 'Every problem of a CSV file of students, as a CSV file',
  method: 'POST',
  path: '/uploadStudentDetails/problems',
  access: adminOnly,
  query: z.strictObject({ existing }),
  upload,
  reply: z.string(),
  download: { type: csv, fileName: 'student-problems.csv' },
  status: 200,
});

export const importTemplate = endpoint({
  id: 'people.importTemplate',
  summary: 'A CSV file with the columns of the bulk upload',
  method: 'GET',
  path: '/uploadStudentDetails/template',
  access: adminOnly,
  reply: z.string(),
  download: { type: csv, fileName: 'students.csv' },
  status: 200,
});
