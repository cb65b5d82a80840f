import { facultyColumns, facultyImport, studentColumns, studentImport } from '@campus/contract';
import { listCalls, type UploadList } from '../../../ui/list-upload/upload-list.ts';
import { facultyChange, studentChange } from '../people.api.ts';

const policies = (plural: string, one: string): UploadList['existing'] => ({
  label: `${plural} who exist already`,
  choices: [
    { value: '', label: 'Show as a problem' },
    { value: 'skip', label: 'Skip the row' },
    { value: 'update', label: `Update the ${one}` },
  ],
});
const person = {
  titleOf: ({ name, email }) => String(name || email || ''),
  subjectOf: ({ email }) =>
    String(email ?? '')
      .trim()
      .toLowerCase(),
} satisfies Partial<UploadList>;

export const studentFile: UploadList = {
  key: 'students',
  change: studentChange,
  one: 'student',
  plural: 'students',
  fileLabel: 'Upload CSV file with student details',
  existing: policies('Students', 'student'),
  ...person,
  cells: [
    { field: 'name', label: 'Name' },
    { field: 'email', label: 'Email' },
    { field: 'semester', label: 'Semester' },
  ],
  ...listCalls(
    {
      store: studentImport.importStudents,
      problems: studentImport.importProblems,
      template: studentImport.importTemplate,
    },
    studentColumns,
  ),
};

export const facultyFile: UploadList = {
  key: 'faculty',
  change: facultyChange,
  one: 'teacher',
  plural: 'teachers',
  fileLabel: 'Upload CSV file with faculty details',
  existing: policies('Teachers', 'teacher'),
  ...person,
  cells: [
    { field: 'name', label: 'Name' },
    { field: 'email', label: 'Email' },
    { field: 'department', label: 'Department' },
  ],
  ...listCalls(
    {
      store: facultyImport.importFaculty,
      problems: facultyImport.importProblems,
      template: facultyImport.importTemplate,
    },
    facultyColumns,
  ),
};
