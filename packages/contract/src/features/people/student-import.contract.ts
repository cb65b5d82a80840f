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
  report: importReport,
  summary: 'Add students from a CSV file; answers the bare number of students uploaded',
  description:
    'One transaction: while any row is bad nothing is stored, and the refusal (422 rows_invalid) lists the bad rows in details. With dryRun=true it answers what would happen. A row whose e-mail exists is bad unless existing says to skip it or to update the student; nobody is ever removed by a file.',
  query: invitation,
  fileNames: { problems: 'student-problems.csv', template: 'students.csv' },
});
