import { z } from 'zod';
import { readContactNumber } from '../../wire/contact-number.ts';
import { type IsoDate, isIsoDate } from '../../wire/dates.ts';
import { readAsMeant } from './csv-format.rules.ts';
import { columnLabel, type StudentField, type StudentHeader } from './student-csv-header.rules.ts';
import type { RowProblem } from './student-import.contract.ts';
import { genders, studentFields, type StudentInput } from './student.fields.ts';

/** What a record says about a student; null for blank cells, absent columns and cells with a problem. */
export type StudentValues = { -readonly [F in StudentField]: StudentInput[F] | null };

export interface StudentRecord {
  readonly row: number;
  readonly values: StudentValues;
  readonly problems: readonly RowProblem[];
}

/** From a trimmed cell that is not blank to its value, or undefined when it has a problem. */
type ReadCell<F extends StudentField> = (cell: string) => NonNullable<StudentInput[F]> | undefined;

/** Lengths are counted in code points, as the schemas count them: at most two units each. */
const isWithin = (cell: string, max: number): boolean =>
  cell.length <= max || (cell.length <= 2 * max && Array.from(cell).length <= max);

const text =
  (max: number) =>
  (cell: string): string | undefined =>
    isWithin(cell, max) && !cell.includes('\0') && cell.isWellFormed() ? cell : undefined;

const whole =
  (max: number) =>
  (cell: string): number | undefined => {
    const value = /^\d{1,15}$/.test(cell) ? Number(cell) : 0;
    return value >= 1 && value <= max ? value : undefined;
  };

const email = (cell: string): string | undefined => {
  const address = cell.toLowerCase();
  return cell.length <= 254 && z.regexes.email.test(address) ? address : undefined;
};

/** Any spelling of case: spreadsheets are filled in by people. */
const gender = (cell: string): (typeof genders)[number] | undefined =>
  genders.find((one) => one.toLowerCase() === cell.toLowerCase());

const contact = (cell: string) => readContactNumber(cell) ?? undefined;

/**
 * `studentFields` said once more for text cells, because a schema a cell is too slow for 100,000
 * records. A property test holds the two together, and the sentences come from `studentFields`.
 */
const readCell: { readonly [F in StudentField]: ReadCell<F> } = {
  name: text(200),
  email,
  univId: text(40),
  rollNo: text(40),
  course: text(200),
  branch: text(200),
  semester: whole(99),
  year: whole(9999),
  dob: (cell) => (isIsoDate(cell) ? cell : undefined),
  gender,
  contactNo: contact,
  address: text(500),
  nationality: text(100),
  bloodGroup: text(20),
  parentName: text(200),
  parentContactNo: contact,
  parentOccupation: text(200),
};

const wholeFields: ReadonlySet<StudentField> = new Set(['semester', 'year']);

/** Why `studentFields` refuses a cell that `readCell` refused. */
const reasonFor = (field: StudentField, cell: string): string => {
  const given = wholeFields.has(field) && /^-?\d{1,15}$/.test(cell) ? Number(cell) : cell;
  let issue = studentFields[field].safeParse(given).error?.issues[0];
  // A union answers "Invalid input" unless it has a sentence of its own; its last branch knows more.
  while (issue?.code === 'invalid_union' && issue.message === 'Invalid input')
    issue = issue.errors.at(-1)?.[0];
  return issue?.message ?? `${columnLabel(field)} cannot be read`;
};

const longestShown = 200;

/** A cell as an answer shows it: cut, and without what JSON or a database cannot carry. */
export const shownCell = (cell: string): string =>
  (cell.length > longestShown ? `${cell.slice(0, longestShown)}…` : cell)
    .replaceAll('\0', '\uFFFD')
    .toWellFormed();

const empty: Readonly<StudentValues> = {
  name: null,
  email: null,
  univId: null,
  rollNo: null,
  course: null,
  branch: null,
  semester: null,
  year: null,
  dob: null,
  gender: null,
  contactNo: null,
  address: null,
  nationality: null,
  bloodGroup: null,
  parentName: null,
  parentContactNo: null,
  parentOccupation: null,
};

const raggedReason = (cells: number, columns: number): string =>
  `The row has ${cells} ${cells === 1 ? 'cell' : 'cells'}, but the header has ${columns}. ${
    cells > columns
      ? 'Put quotes around a cell that holds the delimiter'
      : 'Fill in the missing ones'
  }`;

/**
 * A reader of the records below a header. It answers null for a blank record, and every problem of
 * any other. `today` is the day it is on campus: a student was born before it.
 */
export const createStudentReader = (
  header: StudentHeader,
  today: IsoDate,
): ((cells: readonly string[], row: number) => StudentRecord | null) => {
  const { fields, names } = header;

  return (cells, row) => {
    if (cells.every((cell) => cell.trim() === '')) return null;
    const values = { ...empty };
    const excess = cells.findLastIndex((cell) => cell.trim() !== '') >= fields.length;
    if (excess || cells.length < fields.length) {
      const reason = raggedReason(cells.length, fields.length);
      return { row, values, problems: [{ row, column: null, value: null, reason }] };
    }

    const problems: RowProblem[] = [];
    const refuse = (at: number, reason: string): void => {
      problems.push({ row, column: names[at] ?? null, value: shownCell(cells[at] ?? ''), reason });
    };
    const read = (field: StudentField, at: number): void => {
      const cell = readAsMeant((cells[at] ?? '').trim()).trim();
      if (cell === '' && field !== 'name' && field !== 'email') return;
      const value = cell === '' ? undefined : readCell[field](cell);
      if (value === undefined) refuse(at, reasonFor(field, cell));
      else if (field === 'dob' && cell >= today) refuse(at, 'Date of Birth must be in the past');
      else Object.assign(values, { [field]: value });
    };
    fields.forEach((field, at) => {
      if (field !== null) read(field, at);
    });
    return { row, values, problems };
  };
};

/** A record that could not be read as one at all. */
export const unreadableRecord = (row: number, reason: string): StudentRecord => ({
  row,
  values: { ...empty },
  problems: [{ row, column: null, value: null, reason }],
});
