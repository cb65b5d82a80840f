import { adminOnly } from '../../endpoint.ts';
import { fileCalls } from '../../csv/list-import.contract.ts';
import { importReport, invitation } from './import-report.contract.ts';

/**
 * An update needs the e-mail or the University ID in each row, and changes only what the file says:
 * absent columns and blank cells leave stored values as they are.
 */
export const studentImport = fileCalls({
  path: '/uploadStudentDetails',
  access: adminOnly('registrar'),
  plural: 'students',
  act: 'students_imported',
  compares: 'students_compared',
  report: importReport,
  summary: 'Add students from a CSV file; returns the bare number of students uploaded',
  description:
    'One transaction: if any row is invalid, nothing is stored and the refusal (422 rows_invalid) lists the invalid rows in details. With dryRun=true it reports what would happen. A row whose e-mail already exists is invalid unless existing says to skip it or to update the student; a file never removes anyone. Optional columns say who has left (Status, with a Last Day), is on leave or repeats: new students arrive so, neither enrolled nor invited once they have left; for existing ones a different value is invalid. A dry run that would change more than a tenth of all students says how many in confirm; confirm with another number is refused (409).',
  query: invitation,
  fileNames: { problems: 'student-problems.csv', template: 'students.csv' },
});

export const facultyImport = fileCalls({
  path: '/uploadFacultyDetails',
  access: adminOnly('registrar'),
  plural: 'teachers',
  act: 'teachers_imported',
  compares: 'teachers_compared',
  report: importReport,
  summary: 'Add teachers from a CSV file; returns the bare number of teachers uploaded',
  description:
    'Works like the upload of students. Every column except the University ID is required. Status may say Active or Deactivated for new teachers.',
  query: invitation,
  fileNames: { problems: 'faculty-problems.csv', template: 'faculty.csv' },
});
