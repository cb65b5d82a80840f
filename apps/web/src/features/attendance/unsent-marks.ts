import { dropUnsent, keepUnsent, listUnsent, readUnsent } from '../../lib/unsent.ts';
import type { ClassDay } from './attendance.api.ts';
import type { Mark, Marking } from './marking.ts';

type Kept = readonly [email: string, present: boolean | null, remarks: string];

const nameOf = ({ subjectId, date }: ClassDay): string => `marks:${date}:${subjectId}`;

const isKept = (row: unknown): row is Kept =>
  Array.isArray(row) &&
  typeof row[0] === 'string' &&
  (row[1] === null || typeof row[1] === 'boolean') &&
  typeof row[2] === 'string';

/** Marks of a class that this person made on this device and has not submitted. */
export const readUnsentMarks = (
  person: string,
  klass: ClassDay,
): Pick<Marking, 'marks' | 'since'> => {
  const kept = readUnsent(person, nameOf(klass)) as { since?: unknown; marks?: unknown } | null;
  const rows = Array.isArray(kept?.marks) ? kept.marks.filter(isKept) : [];
  return {
    since: typeof kept?.since === 'string' ? kept.since : null,
    marks: new Map(
      rows.map(([email, present, remarks]): [string, Mark] => [email, { present, remarks }]),
    ),
  };
};

/** Without unsent marks the class is forgotten. */
export const keepUnsentMarks = (
  person: string,
  klass: ClassDay,
  { marks, since }: Pick<Marking, 'marks' | 'since'>,
): void => {
  const rows = [...marks].map(([email, { present, remarks }]): Kept => [email, present, remarks]);
  if (rows.length === 0) dropUnsent(person, nameOf(klass));
  else keepUnsent(person, nameOf(klass), { since, marks: rows });
};

/** Classes with marks that this person has not submitted, by day. */
export const unsentClasses = (person: string): readonly ClassDay[] =>
  listUnsent(person).flatMap((name) => {
    const [kind, date, subjectId] = name.split(':');
    return kind === 'marks' && date && subjectId ? [{ subjectId, date }] : [];
  });
