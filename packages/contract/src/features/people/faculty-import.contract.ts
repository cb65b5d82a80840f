import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { adminOnly } from '../../permissions.ts';
import { count } from '../../wire/text.ts';
import { csvType, fileOfList } from '../../csv/list-import.contract.ts';
import { importReport } from './import-report.contract.ts';

/** As the students of `importStudents`, who teach. Every column but the University ID is required. */
export const importFaculty = endpoint({
  summary: 'Add teachers from a CSV file; answers the bare number of teachers uploaded',
  method: 'POST',
  path: '/uploadFacultyDetails',
  access: adminOnly,
  query: fileOfList.query,
  upload: fileOfList.upload,
  reply: z.union([count, importReport]),
});

/** Takes what `importFaculty` takes; stores nothing. */
export const importProblems = endpoint({
  summary: 'Every problem of a CSV file of teachers, as a CSV file',
  method: 'POST',
  path: '/uploadFacultyDetails/problems',
  access: adminOnly,
  query: fileOfList.problemsQuery,
  upload: fileOfList.upload,
  reply: z.string(),
  download: { type: csvType, fileName: 'faculty-problems.csv' },
});

export const importTemplate = endpoint({
  summary: 'A CSV file with the columns of the bulk upload of teachers',
  method: 'GET',
  path: '/uploadFacultyDetails/template',
  access: adminOnly,
  reply: z.string(),
  download: { type: csvType, fileName: 'faculty.csv' },
});
