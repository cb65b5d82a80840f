import { listColumns } from '../../csv/list-header.rules.ts';
import type { RecordRules } from '../../csv/list-record.rules.ts';
import { type GivenResult, readResult, resultRule } from './result-cell.rules.ts';

/** A row of a file of results; blank cells are null. */
export interface ResultRow {
  registrationNumber: string | null;
  rollNo: string | null;
  email: string | null;
  name: string | null;
  marks: GivenResult | null;
}

export const resultColumns = listColumns<keyof ResultRow>({
  registrationNumber: {
    label: 'Registration Number',
    columns: ['Registration No', 'Reg No', 'University ID', 'Univ ID', 'Student ID'],
  },
  rollNo: { label: 'Roll Number', columns: ['Roll No', 'Roll'] },
  name: { label: 'Full Name', columns: ['Name', 'Student Name', 'Student'] },
  email: { label: 'Email', columns: ['Email Address', 'Email ID', 'University Email'] },
  marks: { label: 'Marks', columns: ['Mark', 'Score', 'Result', 'Points'] },
});

/** What identifies a student; one is enough. */
export const identityFields = ['registrationNumber', 'rollNo', 'email'] as const;

/** Returns why a header cannot be used, or null. */
export const headerProblem = (fields: readonly (keyof ResultRow | null)[]): string | null => {
  if (!fields.includes('marks'))
    return 'The first row must name the columns, and there is no column “Marks”';
  return identityFields.some((field) => fields.includes(field))
    ? null
    : 'The first row must name the columns, and none says whose marks they are: “Registration Number”, “Roll Number” or “Email”';
};

const text = (cell: string): string | undefined =>
  cell.length <= 254 && !cell.includes('\0') && cell.isWellFormed() ? cell : undefined;

/** The rules for reading the rows of an exam with this maximum. Names are not compared. */
export const resultRules = (maxMarks: number): RecordRules<ResultRow> => ({
  columns: resultColumns,
  readCell: {
    registrationNumber: text,
    rollNo: text,
    email: text,
    name: text,
    marks: (cell) => readResult(cell, maxMarks) ?? undefined,
  },
  reason: (field) =>
    field === 'marks' ? resultRule(maxMarks) : `${resultColumns.label(field)} cannot be read`,
});
