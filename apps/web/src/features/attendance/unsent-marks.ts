import { dropUnsent, keepUnsent, listUnsent, readUnsent, watchUnsent } from '../../lib/unsent.ts';
import type { ClassDay } from './attendance.api.ts';
import type { Mark, Marking, SentMark } from './marking.ts';

type Kept = readonly [email: string, present: boolean | null, remarks: string];

type Unsent = Pick<Marking, 'marks' | 'since'>;

const nameOf = ({ subjectId, date }: ClassDay): string => `marks:${date}:${subjectId}`;

const isKept = (row: unknown): row is Kept =>
  Array.isArray(row) &&
  typeof row[0] === 'string' &&
  (row[1] === null || typeof row[1] === 'boolean') &&
  typeof row[2] === 'string';

/** Marks of a class that this person made on this device and has not submitted. */
export const readUnsentMarks = (person: string, klass: ClassDay): Unsent => {
  const kept = readUnsent(person, nameOf(klass)) as { since?: unknown; marks?: unknown } | null;
  const rows = Array.isArray(kept?.marks) ? kept.marks.filter(isKept) : [];
  return {
    since: typeof kept?.since === 'string' ? kept.since : null,
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
  klass: ClassDay,
  before: Unsent,
  after: Unsent,
): void => {
  const kept = readUnsentMarks(person, klass);
  const marks = new Map(kept.marks);
  for (const email of new Set([...before.marks.keys(), ...after.marks.keys()])) {
    const mark = after.marks.get(email);
    if (mark === before.marks.get(email)) continue;
    if (mark) marks.set(email, mark);
    else marks.delete(email);
  }
  const since = before.since === null ? (kept.since ?? after.since) : after.since;
  const rows = [...marks].map(([email, { present, remarks }]): Kept => [email, present, remarks]);
  if (rows.length === 0) dropUnsent(person, nameOf(klass));
  else keepUnsent(person, nameOf(klass), { since, marks: rows });
};

/** After a submission was stored: what was sent is forgotten, what was changed since is kept. */
export const settleUnsentMarks = (
  person: string,
  klass: ClassDay,
  sent: readonly SentMark[],
  givenUp: readonly string[],
): void => {
  const before = readUnsentMarks(person, klass);
  const stored = new Map(sent.map((mark) => [mark.studentEmail, mark]));
  const marks = [...before.marks].filter(([email, { present, remarks }]) => {
    const at = stored.get(email);
    if (!at) return !givenUp.includes(email);
    return (present ?? false) !== at.present || remarks.trim() !== (at.remarks ?? '');
  });
  keepUnsentMarks(person, klass, before, { marks: new Map(marks), since: before.since });
};

/** Calls back when another tab has kept or forgotten marks of this class; returns the way out. */
export const watchUnsentMarks = (
  person: string,
  klass: ClassDay,
  listener: () => void,
): (() => void) => watchUnsent(person, nameOf(klass), listener);

/** Classes with marks that this person has not submitted, by day. */
export const unsentClasses = (person: string): readonly ClassDay[] =>
  listUnsent(person).flatMap((name) => {
    const [kind, date, subjectId] = name.split(':');
    return kind === 'marks' && date && subjectId ? [{ subjectId, date }] : [];
  });
