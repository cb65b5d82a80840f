import { matchesWords, searchWords, studentText } from '../../values/search-words.ts';
import type { ExamEntry } from './results.contract.ts';

/** A result as entered: whole marks, or absent. */
export interface GivenResult {
  /** Null when absent. */
  readonly marks: number | null;
  readonly absent: boolean;
}

/** How absence is written in a grid and in a file. */
export const absentMark = 'A';

/**
 * Reads a result that was typed, pasted or in a file: a whole number from 0 to the maximum, or A for
 * absent, in either case. Null if blank, undefined if it is none of these. Spreadsheets write 80 as 80.0.
 */
export const readResult = (cell: string, maxMarks: number): GivenResult | null | undefined => {
  const text = cell.trim();
  if (text === '') return null;
  if (/^(?:a|ab|abs|absent)$/i.test(text)) return { marks: null, absent: true };
  if (!/^\d{1,9}(?:[.,]0{1,6})?$/.test(text)) return undefined;
  // A thousand, or 1 with three decimals.
  if (maxMarks >= 1000 && /^1[.,]000$/.test(text)) return undefined;
  const marks = Number.parseInt(text, 10);
  return marks <= maxMarks ? { marks, absent: false } : undefined;
};

export const writeResult = (result: GivenResult | null): string => {
  if (result === null) return '';
  return result.absent ? absentMark : String(result.marks);
};

/** The error message for a cell that `readResult` cannot read. */
export const resultRule = (maxMarks: number): string =>
  `Marks must be a whole number from 0 to ${maxMarks}, or ${absentMark} for absent`;

export const sameResult = (one: GivenResult | null, other: GivenResult | null): boolean =>
  writeResult(one) === writeResult(other);

/**
 * Splits a column copied from a spreadsheet into its cells, one per line. Of several columns the last one
 * is used: it has the marks if names were copied with them. The line end after the last cell adds no
 * cell.
 */
export const pastedColumn = (text: string): string[] => {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n');
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines.map((line) => (line.split('\t').at(-1) ?? '').trim());
};

/** Sums the marks; absences add nothing. */
export const totalMarks = (results: readonly { readonly marks: number | null }[]): number =>
  results.reduce((sum, { marks }) => sum + (marks ?? 0), 0);

/** Filters the class of an exam by search text and “Missing only”. */
export const entriesShown = (
  entries: readonly ExamEntry[],
  { search, missing }: { readonly search: string | null; readonly missing: boolean },
): ExamEntry[] => {
  const words = searchWords(search ?? '');
  return entries.filter(
    ({ studentName, univId, rollNo, studentEmail, marks, absent }) =>
      (!missing || (marks === null && !absent)) &&
      matchesWords(studentText(studentName, studentEmail, univId, rollNo), words),
  );
};
