import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { adminOnly } from '../../permissions.ts';
import { count } from '../../wire/text.ts';
import { csvType, fileOfList } from '../../csv/list-import.contract.ts';
import { importReport } from './import-report.contract.ts';

/**
 * One transaction: while any row is bad nothing is stored, and the refusal (422 `rows_invalid`)
 * carries the bad rows as `details`. A row whose e-mail exists is bad unless `existing` says to
 * skip it or to update the student; nobody is ever removed by a file. An update changes only what
 * the file says: a column that is absent and a cell that is blank leave what is stored, and a
 * student for whom nothing changes counts as skipped.
 */
export const importStudents = endpoint({
  summary: 'Add students from a CSV file; answers the bare number of students uploaded',
  description:
    'One transaction: while any row is bad nothing is stored, and the refusal (422 rows_invalid) lists the bad rows in details. With dryRun=true it answers what would happen. A row whose e-mail exists is bad unless existing says to skip it or to update the student; nobody is ever removed by a file.',
  method: 'POST',
  path: '/uploadStudentDetails',
  access: adminOnly,
  query: fileOfList.query,
  upload: fileOfList.upload,
  reply: z.union([count, importReport]),
});

/** Takes what `importStudents` takes; stores nothing. */
export const importProblems = endpoint({
  summary: 'Every problem of a CSV file of students, as a CSV file',
  method: 'POST',
  path: '/uploadStudentDetails/problems',
  access: adminOnly,
  query: fileOfList.problemsQuery,
  upload: fileOfList.upload,
  reply: z.string(),
  download: { type: csvType, fileName: 'student-problems.csv' },
});

export const importTemplate = endpoint({
  summary: 'A CSV file with the columns of the bulk upload',
  method: 'GET',
  path: '/uploadStudentDetails/template',
  access: adminOnly,
  reply: z.string(),
  download: { type: csvType, fileName: 'students.csv' },
});
