/** A result as it is given: whole marks, or absent. */
export interface GivenResult {
  /** Null when absent. */
  readonly marks: number | null;
  readonly absent: boolean;
}

/** How absent is written in a grid and in a file. */
export const absentMark = 'A';

/**
 * A result from what was typed, pasted or in a file: a whole number from 0 to the maximum, or A for
 * absent, in any case. Null when blank, undefined when it is neither. Spreadsheets write 80 as 80.0.
 */
export const readResult = (cell: string, maxMarks: number): GivenResult | null | undefined => {
  const text = cell.trim();
  if (text === '') return null;
  if (/^(?:a|ab|abs|absent)$/i.test(text)) return { marks: null, absent: true };
  if (!/^\d{1,9}(?:[.,]0{1,6})?$/.test(text)) return undefined;
  const marks = Number.parseInt(text, 10);
  return marks <= maxMarks ? { marks, absent: false } : undefined;
};

export const writeResult = (result: GivenResult | null): string => {
  if (result === null) return '';
  return result.absent ? absentMark : String(result.marks);
};

/** What is wrong with a result that `readResult` could not read. */
export const resultRule = (maxMarks: number): string =>
  `Marks must be a whole number from 0 to ${maxMarks}, or ${absentMark} for absent`;

export const sameResult = (one: GivenResult | null, other: GivenResult | null): boolean =>
  writeResult(one) === writeResult(other);

/**
 * A column copied out of a spreadsheet, a cell a line. Of several columns the last one counts, which
 * has the marks where names were copied with them. The line end after the last cell is no cell.
 */
export const pastedColumn = (text: string): string[] => {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n');
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines.map((line) => (line.split('\t').at(-1) ?? '').trim());
};

/** The sum of the marks; absent adds nothing. */
export const totalMarks = (results: readonly { readonly marks: number | null }[]): number =>
  results.reduce((sum, { marks }) => sum + (marks ?? 0), 0);
