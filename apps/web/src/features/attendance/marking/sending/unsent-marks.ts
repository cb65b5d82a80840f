import { isIsoDate } from '@campus/contract';
import { dropUnsent, keepUnsent, readUnsent } from '../../../../lib/unsent.ts';
import type { ClassDay } from '../../attendance.api.ts';
import { type Mark, type SentMark, stillUnsent, type UnsentMarks } from '../marking.ts';

type StoredRow = readonly [email: string, present: boolean | null, remarks: string];

type Kind = 'marks' | 'submission';

/** Under which name something of a class is kept on the device. */
export const nameOf = (kind: Kind, { subjectId, date }: ClassDay): string =>
  `${kind}:${date}:${subjectId}`;

/** The class of which something is kept under a name; null where that is of another kind. */
export const classNamed = (kind: Kind, name: string): ClassDay | null => {
  const [of, date, subjectId] = name.split(':');
  return of === kind && date && isIsoDate(date) && subjectId ? { subjectId, date } : null;
};

const isRow = (row: unknown): row is StoredRow =>
  Array.isArray(row) &&
  typeof row[0] === 'string' &&
  (row[1] === null || typeof row[1] === 'boolean') &&
  typeof row[2] === 'string';

/** Marks of a class that this person made on this device and has not submitted. */
export const readUnsentMarks = (person: string, classDay: ClassDay): UnsentMarks => {
  const stored = readUnsent(person, nameOf('marks', classDay)) as {
    since?: unknown;
    marks?: unknown;
  } | null;
  const rows = Array.isArray(stored?.marks) ? stored.marks.filter(isRow) : [];
  return {
    since: typeof stored?.since === 'string' ? stored.since : null,
    marks: new Map(
      rows.map(([email, present, remarks]): [string, Mark] => [email, { present, remarks }]),
    ),
  };
};

/**
 * Keeps what has changed from `before` to `after`, and leaves alone what another tab with the same
 * class has kept. Without unsent marks the class is forgotten.
 */
export const keepUnsentMarks = (
  person: string,
  classDay: ClassDay,
  before: UnsentMarks,
  after: UnsentMarks,
): void => {
  const stored = readUnsentMarks(person, classDay);
  const marks = new Map(stored.marks);
  for (const email of new Set([...before.marks.keys(), ...after.marks.keys()])) {
    const mark = after.marks.get(email);
    if (mark === before.marks.get(email)) continue;
    if (mark) marks.set(email, mark);
    else marks.delete(email);
  }
  const since = before.since === null ? (stored.since ?? after.since) : after.since;
  const rows = [...marks].map(([email, { present, remarks }]): StoredRow => [
    email,
    present,
    remarks,
  ]);
  if (rows.length === 0) dropUnsent(person, nameOf('marks', classDay));
  else keepUnsent(person, nameOf('marks', classDay), { since, marks: rows });
};

/** After a submission was stored: what was sent is forgotten, what was changed since is kept. */
export const forgetSentMarks = (
  person: string,
  classDay: ClassDay,
  sent: readonly SentMark[],
  leftOut: readonly string[],
): void => {
  const before = readUnsentMarks(person, classDay);
  const marks = stillUnsent([...before.marks], sent, leftOut);
  keepUnsentMarks(person, classDay, before, { ...before, marks });
};
