import {
  facultyFields,
  facultyFileFields,
  facultyImport,
  studentFields,
  studentFileFields,
  studentImport,
} from '@campus/contract';
import type { UploadList } from '../../../ui/list-upload/upload-list.ts';

const policies = (plural: string, one: string): UploadList['existing'] => ({
  label: `${plural} who exist already`,
  choices: [
    { value: '', label: 'Show as a problem' },
    { value: 'skip', label: 'Skip the row' },
    { value: 'update', label: `Update the ${one}` },
  ],
});
const person = {
  invites: true,
  titleOf: ({ name, email }) => String(name || email || ''),
  subjectOf: ({ email }) =>
    String(email ?? '')
      .trim()
      .toLowerCase(),
} satisfies Partial<UploadList>;

export const studentFile: UploadList = {
  ...person,
  ...studentImport,
  fields: studentFileFields,
  guessed: studentFields,
  one: 'student',
  plural: 'students',
  fileLabel: 'Upload CSV file with student details',
  existing: policies('Students', 'student'),
  cells: { name: 'Name', email: 'Email', semester: 'Semester' },
  cellsIfGiven: ['status', 'lastDay'],
};

export const facultyFile: UploadList = {
  ...person,
  ...facultyImport,
  fields: facultyFileFields,
  guessed: facultyFields,
  one: 'teacher',
  plural: 'teachers',
  fileLabel: 'Upload CSV file with faculty details',
  existing: policies('Teachers', 'teacher'),
  cells: { name: 'Name', email: 'Email', department: 'Department' },
  cellsIfGiven: ['status'],
};
