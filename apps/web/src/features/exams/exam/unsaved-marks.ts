import { dropUnsent, keepUnsent, readUnsent } from '../../../lib/unsent.ts';
import type { MarksDraft } from './marks-draft.ts';

const nameOf = (examId: string): string => `exam-marks:${examId}`;

const isKept = (row: unknown): row is [string, string] =>
  Array.isArray(row) && typeof row[0] === 'string' && typeof row[1] === 'string';

/** Marks of an exam that this person typed on this device and has not saved. */
export const readUnsavedMarks = (person: string, examId: string): MarksDraft => {
  const kept = readUnsent(person, nameOf(examId)) as { since?: unknown; texts?: unknown } | null;
  const rows = Array.isArray(kept?.texts) ? kept.texts.filter(isKept) : [];
  return {
    texts: new Map(rows),
    since: typeof kept?.since === 'string' ? kept.since : null,
  };
};

export const keepUnsavedMarks = (person: string, examId: string, draft: MarksDraft): void => {
  if (draft.texts.size === 0) dropUnsent(person, nameOf(examId));
  else keepUnsent(person, nameOf(examId), { since: draft.since, texts: [...draft.texts] });
};
