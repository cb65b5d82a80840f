import { fileCalls } from '../../csv/list-import.contract.ts';
import { importReport } from './import-report.contract.ts';

const teachers = fileCalls({
  path: '/uploadFacultyDetails',
  plural: 'teachers',
  act: 'teachers_imported',
  report: importReport,
  summary: 'Add teachers from a CSV file; answers the bare number of teachers uploaded',
  description: 'As the upload of students. Every column but the University ID is required.',
  fileNames: { problems: 'faculty-problems.csv', template: 'faculty.csv' },
});

export const importFaculty = teachers.store;
export const importProblems = teachers.problems;
export const importTemplate = teachers.template;
