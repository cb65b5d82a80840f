import {
  type ExamEntry,
  type GivenResult,
  readResult,
  type ResultConflict,
  writeResult,
} from '@campus/contract';
import { type MarkKind, type Marking, setMarks } from '../../../lib/marking/marking.ts';

/** Marks of an exam as a kind of marks for lib/marking: the text typed into the grid. */
export interface ExamMarks {
  readonly entry: ExamEntry;
  readonly mark: string;
  readonly sent: GivenResult & { readonly studentId: string };
  readonly theirs: ResultConflict;
}

export const examMarks: MarkKind<ExamMarks> = {
  keyOf: ({ studentId }) => studentId,
  storedMark: ({ marks, absent }) =>
    writeResult(absent || marks !== null ? { marks, absent } : null),
  same: (one, other) => one.trim() === other.trim(),
  asStored: (text) => {
    const result = readResult(text, Infinity);
    return result === undefined ? text : writeResult(result);
  },
  storageKey: 'texts',
  serializeRow: (text) => [text],
  parseRow: ([text]) => (typeof text === 'string' ? text : undefined),
};

/** A lower-case `a` for absent is shown as `A`. */
const asShown = (text: string): string => (/^a$/i.test(text.trim()) ? 'A' : text);

/** Types texts into cells; one that equals the stored result is not a change. */
export const enterMarks = (
  marking: Marking<ExamMarks>,
  changes: readonly (readonly [entry: ExamEntry, text: string])[],
): Marking<ExamMarks> =>
  setMarks(
    marking,
    changes.map(([{ studentId }, text]) => [studentId, asShown(text)]),
  );

/** Fills a pasted column down from a row, one cell per row; the rest is dropped. */
export const fillDown = (
  rows: readonly ExamEntry[],
  from: number,
  column: readonly string[],
): (readonly [ExamEntry, string])[] =>
  column.flatMap((text, at) => {
    const entry = rows[from + at];
    return entry ? [[entry, text] as const] : [];
  });

/** The unsaved results to send, how many cells are invalid, and the index of the first of these. */
export const unsavedResults = ({ entries, marks }: Marking<ExamMarks>, maxMarks: number) => {
  const results: ExamMarks['sent'][] = [];
  for (const [studentId, text] of marks) {
    const result = readResult(text, maxMarks);
    if (result !== undefined)
      results.push({ studentId, ...(result ?? { marks: null, absent: false }) });
  }
  const read = new Set(results.map(({ studentId }) => studentId));
  const first = entries.findIndex(({ studentId }) => marks.has(studentId) && !read.has(studentId));
  return { results, wrong: marks.size - results.length, first };
};

/** Counts the class as typed; `wrong` cells are invalid. */
export const countMarks = (marking: Marking<ExamMarks>, maxMarks: number) => {
  const counts = { marked: 0, absent: 0, missing: 0, wrong: 0 };
  for (const entry of marking.entries) {
    const text = marking.marks.get(entry.studentId);
    const result = text === undefined ? entry : readResult(text, maxMarks);
    if (result === undefined) counts.wrong += 1;
    else if (result?.absent) counts.absent += 1;
    else if (result === null || result.marks === null) counts.missing += 1;
    else counts.marked += 1;
  }
  return counts;
};
