import { adminOnly } from '../../endpoint.ts';
import { fileCalls } from '../../csv/list-import.contract.ts';
import { importReport, invitation } from './import-report.contract.ts';

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
