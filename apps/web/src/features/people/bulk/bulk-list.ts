import { facultyColumns, facultyImport, studentColumns, studentImport } from '@campus/contract';
import type { FacultyField, ImportReport, StudentField } from '@campus/contract';
import { call } from '../../../lib/call.ts';
import { saveDownload } from '../../../lib/save-download.ts';
import type { OnProgress } from '../../../lib/send-with-progress.ts';
import { facultyChange, studentChange } from '../people.api.ts';

/** What happens to a row whose e-mail belongs to one of these people already; `''`: it needs a fix. */
export type Existing = '' | 'skip' | 'update';

interface Sending {
  readonly form: FormData;
  readonly existing: Existing;
  readonly signal: AbortSignal;
  readonly onProgress?: OnProgress;
}

/** A kind of people who can be uploaded as a file: its calls, its columns and its words. */
export interface BulkList {
  readonly key: 'students' | 'faculty';
  /** Marks the upload: while it runs, the screen is busy. */
  readonly change: readonly string[];
  readonly one: string;
  readonly many: string;
  readonly fileLabel: string;
  /** The columns of the preview beside the row's number and its problems. */
  readonly cells: readonly {
    readonly field: 'name' | 'email' | 'semester' | 'department';
    readonly label: string;
  }[];
  /** The field a header names. */
  readonly fieldOf: (name: string) => string | null;
  /** What the file and the form call a field of the wire. */
  readonly labelOf: (field: string) => string;
  readonly preview: (sending: Sending) => Promise<ImportReport>;
  /** Stores every row, or none. Answers how many people were uploaded. */
  readonly store: (sending: Sending) => Promise<number>;
  readonly saveProblems: (sending: Sending) => Promise<void>;
  readonly saveTemplate: () => Promise<void>;
}

const choiceOf = (existing: Existing) => (existing ? { existing } : {});
const dryRun = (existing: Existing) => ({ dryRun: 'true', ...choiceOf(existing) }) as const;

export const studentFile: BulkList = {
  key: 'students',
  change: studentChange,
  one: 'student',
  many: 'students',
  fileLabel: 'Upload CSV file with student details',
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

export const facultyFile: BulkList = {
  key: 'faculty',
  change: facultyChange,
  one: 'teacher',
  many: 'teachers',
  fileLabel: 'Upload CSV file with faculty details',
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
