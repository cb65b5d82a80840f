import { z } from 'zod';
import { endpoint, staffOwn } from '../../endpoint.ts';
import { count } from '../../values/replies.ts';
import { flag } from '../../values/requests.ts';
import { rowProblem } from '../../csv/list-import.contract.ts';

/** Largest list of results taken at once. */
export const resultsFileLimits = { rows: 5000, bytes: 2 * 1024 * 1024 } as const;

const value = z.object({ marks: z.int().nullable(), absent: z.boolean() });

export const importedResult = z.object({
  row: z.int(),
  studentName: z.string(),
  registrationNumber: z.string(),
  from: value,
  to: value,
});
export type ImportedResult = z.infer<typeof importedResult>;

/** What a file would do, or did. With problems it is refused as a whole. */
export const resultsReport = z.object({
  /** Rows below the header; of them blank ones in Marks, which leave a result as it is. */
  rows: count,
  blank: count,
  unchanged: count,
  problemRows: count,
  /** All of them, by row. */
  problems: z.array(rowProblem),
  changes: z.array(importedResult),
  unknownColumns: z.array(z.string()),
});
export type ResultsReport = z.infer<typeof resultsReport>;

export const exportResults = endpoint('GET /exams/:examId/results.csv', staffOwn, {
  summary: 'The results of an exam as a CSV file, which can be filled in and taken back',
  reply: z.string(),
  download: { type: 'text/csv; charset=utf-8', fileName: 'results.csv' },
});

/**
 * Registration Number (university ID or roll number), Roll Number or Email says who it is; Marks is a
 * whole number, or A for absent. One transaction: while any row is bad nothing is stored (422, every
 * bad row in `details`). Students who are not in the file keep their results.
 */
export const importResults = endpoint('POST /exams/:examId/results.csv', staffOwn, {
  summary: 'Take the results of an exam from a CSV file',
  query: z.strictObject({
    /** Answer what the file would do, and store nothing. */
    dryRun: flag,
  }),
  upload: { maxBytes: resultsFileLimits.bytes },
  reply: resultsReport,
  ifMatch: true,
});
