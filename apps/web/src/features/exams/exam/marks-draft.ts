import { type ExamEntry, type GivenResult, readResult, writeResult } from '@campus/contract';

/** What was typed and is not saved, by student. */
export type Texts = ReadonlyMap<string, string>;

/** Unsaved marks, and the state of the exam's marks on which they were typed. */
export interface MarksDraft {
  readonly texts: Texts;
  /** ETag for `If-Match`; null without unsaved marks. */
  readonly since: string | null;
}

export const emptyDraft: MarksDraft = { texts: new Map(), since: null };

const storedResult = ({ marks, absent }: ExamEntry): GivenResult | null =>
  absent || marks !== null ? { marks, absent } : null;

export const storedText = (entry: ExamEntry): string => writeResult(storedResult(entry));

/** A letter for absent is shown as it is stored. */
const asShown = (text: string): string => (/^a$/i.test(text.trim()) ? 'A' : text);

/** Types into cells; a text that says what is stored already is no change. */
export const typeInto = (
  draft: MarksDraft,
  changes: readonly (readonly [entry: ExamEntry, text: string])[],
  etag: string | null,
): MarksDraft => {
  const texts = new Map(draft.texts);
  for (const [entry, text] of changes) {
    const shown = asShown(text);
    if (shown.trim() === storedText(entry)) texts.delete(entry.studentId);
    else texts.set(entry.studentId, shown);
  }
  return texts.size === 0 ? emptyDraft : { texts, since: draft.since ?? etag };
};

/** Without what meanwhile is stored as it was typed, and without students who left the class. */
export const effective = (draft: MarksDraft, entries: readonly ExamEntry[]): MarksDraft => {
  const texts = new Map(
    entries.flatMap((entry) => {
      const text = draft.texts.get(entry.studentId);
      return text === undefined || text.trim() === storedText(entry)
        ? []
        : [[entry.studentId, text] as const];
    }),
  );
  return texts.size === 0 ? emptyDraft : { texts, since: draft.since };
};

export const without = (draft: MarksDraft, studentIds: readonly string[]): MarksDraft => {
  const texts = new Map([...draft.texts].filter(([id]) => !studentIds.includes(id)));
  return texts.size === 0 ? emptyDraft : { texts, since: draft.since };
};

/** A column pasted from this row on, a cell a row, as far as there are rows. */
export const fillDown = (
  rows: readonly ExamEntry[],
  from: number,
  column: readonly string[],
): (readonly [ExamEntry, string])[] =>
  column.flatMap((text, at) => {
    const entry = rows[from + at];
    return entry ? [[entry, text] as const] : [];
  });

export interface SentResult extends GivenResult {
  readonly studentId: string;
}

/** The unsaved marks as they are sent, or the students whose cells cannot be read. */
export const sentResults = (
  { texts }: MarksDraft,
  maxMarks: number,
): { readonly results: readonly SentResult[]; readonly wrong: readonly string[] } => {
  const results: SentResult[] = [];
  const wrong: string[] = [];
  for (const [studentId, text] of texts) {
    const result = readResult(text, maxMarks);
    if (result === undefined) wrong.push(studentId);
    else results.push({ studentId, ...(result ?? { marks: null, absent: false }) });
  }
  return { results, wrong };
};

export interface MarksCounts {
  readonly marked: number;
  readonly absent: number;
  readonly missing: number;
  /** Cells that cannot be read. */
  readonly wrong: number;
}

/** How far the class is, with what is typed. */
export const countMarks = (
  entries: readonly ExamEntry[],
  { texts }: MarksDraft,
  maxMarks: number,
): MarksCounts => {
  const counts = { marked: 0, absent: 0, missing: 0, wrong: 0 };
  for (const entry of entries) {
    const text = texts.get(entry.studentId);
    const result = text === undefined ? storedResult(entry) : readResult(text, maxMarks);
    if (result === undefined) counts.wrong += 1;
    else if (result === null) counts.missing += 1;
    else if (result.absent) counts.absent += 1;
    else counts.marked += 1;
  }
  return counts;
};
