import { facultyColumns, facultyImport, studentColumns, studentImport } from '@campus/contract';
import type { FacultyField, ImportReport, StudentField } from '@campus/contract';
import { call } from '../../../lib/call.ts';
import { saveDownload } from '../../../lib/save-download.ts';
import type { Existing, UploadList } from '../../../ui/list-upload/upload-list.ts';
import { facultyChange, studentChange } from '../people.api.ts';

const policies = (many: string, one: string): UploadList['existing'] => ({
  label: `${many} who exist already`,
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

const choiceOf = (existing: Existing) => (existing ? { existing } : {});
const dryRun = (existing: Existing) => ({ dryRun: 'true', ...choiceOf(existing) }) as const;

export const studentFile: UploadList = {
  key: 'students',
  change: studentChange,
  one: 'student',
  many: 'students',
  fileLabel: 'Upload CSV file with student details',
  existing: policies('Students', 'student'),
  ...person,
  cells: [
    { field: 'name', label: 'Name' },
    { field: 'email', label: 'Email' },
    { field: 'semester', label: 'Semester' },
  ],
  fieldOf: studentColumns.fieldOf,
  labelOf: (field) => studentColumns.label(field as StudentField),
  preview: async ({ existing, ...sending }) =>
    (await call(studentImport.importStudents, {
      query: dryRun(existing),
      ...sending,
    })) as ImportReport,
  store: async ({ existing, ...sending }) =>
    (await call(studentImport.importStudents, { query: choiceOf(existing), ...sending })) as number,
  saveProblems: ({ existing, ...sending }) =>
    saveDownload(
      studentImport.importProblems,
      call(studentImport.importProblems, { query: choiceOf(existing), ...sending }),
    ),
  saveTemplate: () =>
    saveDownload(studentImport.importTemplate, call(studentImport.importTemplate)),
};

export const facultyFile: UploadList = {
  key: 'faculty',
  change: facultyChange,
  one: 'teacher',
  many: 'teachers',
  fileLabel: 'Upload CSV file with faculty details',
  existing: policies('Teachers', 'teacher'),
  ...person,
  cells: [
    { field: 'name', label: 'Name' },
    { field: 'email', label: 'Email' },
    { field: 'department', label: 'Department' },
  ],
  fieldOf: facultyColumns.fieldOf,
  labelOf: (field) => facultyColumns.label(field as FacultyField),
  preview: async ({ existing, ...sending }) =>
    (await call(facultyImport.importFaculty, {
      query: dryRun(existing),
      ...sending,
    })) as ImportReport,
  store: async ({ existing, ...sending }) =>
    (await call(facultyImport.importFaculty, { query: choiceOf(existing), ...sending })) as number,
  saveProblems: ({ existing, ...sending }) =>
    saveDownload(
      facultyImport.importProblems,
      call(facultyImport.importProblems, { query: choiceOf(existing), ...sending }),
    ),
  saveTemplate: () =>
    saveDownload(facultyImport.importTemplate, call(facultyImport.importTemplate)),
};
