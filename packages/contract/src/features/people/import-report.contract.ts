import { z } from 'zod';
import { count } from '../../wire/text.ts';

/** Largest list of people taken at once. */
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
  /** Of students. */
  rollNo: z.string().optional(),
  course: z.string().optional(),
  semester: z.string().optional(),
  /** Of teachers. */
  department: z.string().optional(),
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

/** How a file of people is uploaded, whoever they are. */
export const fileOfPeople = {
  query: z.strictObject({
    /** Answer what the file would do, and store nothing. */
    dryRun: z
      .enum(['true', 'false'])
      .optional()
      .transform((value) => value === 'true'),
    existing,
  }),
  problemsQuery: z.strictObject({ existing }),
  upload: { fields: ['file'], maxBytes: importLimits.bytes },
  csv: 'text/csv; charset=utf-8',
} as const;
