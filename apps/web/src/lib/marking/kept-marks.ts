import { dropUnsent, keepUnsent, readUnsent } from '../unsent.ts';
import { type MarkKind, type MarkTypes, stillUnsent, type UnsentMarks } from './marking.ts';

/** Where unsent marks of a class are kept on the device: whose, and under which name. */
export interface KeptMarks<T extends MarkTypes> {
  readonly kind: MarkKind<T>;
  readonly person: string;
  readonly name: string;
}

/** Marks of a class that this person made on this device and has not sent. */
export const readKeptMarks = <T extends MarkTypes>(of: KeptMarks<T>): UnsentMarks<T> => {
  const kept = (readUnsent(of.person, of.name) ?? {}) as Readonly<Record<string, unknown>>;
  const { since, [of.kind.keptAs]: rows } = kept;
  const marks = new Map<string, T['mark']>();
  for (const row of Array.isArray(rows) ? rows : []) {
    const [key, ...rest]: unknown[] = Array.isArray(row) ? row : [];
    const mark = of.kind.ofRow(rest);
    if (typeof key === 'string' && mark !== undefined) marks.set(key, mark);
  }
  return { since: typeof since === 'string' ? since : null, marks };
};

/**
 * Keeps what has changed from `before` to `after`, and leaves alone what another tab with the same
 * class has kept. Without unsent marks the class is forgotten.
 */
export const keepMarks = <T extends MarkTypes>(
  of: KeptMarks<T>,
  before: UnsentMarks<T>,
  after: UnsentMarks<T>,
): void => {
  const stored = readKeptMarks(of);
  const marks = new Map(stored.marks);
  for (const key of new Set([...before.marks.keys(), ...after.marks.keys()])) {
    const mark = after.marks.get(key);
    if (mark === before.marks.get(key)) continue;
    if (mark !== undefined) marks.set(key, mark);
    else marks.delete(key);
  }
  const since = before.since === null ? (stored.since ?? after.since) : after.since;
  const rows = [...marks].map(([key, mark]) => [key, ...of.kind.toRow(mark)]);
  if (rows.length === 0) dropUnsent(of.person, of.name);
  else keepUnsent(of.person, of.name, { since, [of.kind.keptAs]: rows });
};

/** After a submission was stored: what was sent is forgotten, what was changed since is kept. */
export const forgetSentMarks = <T extends MarkTypes>(
  of: KeptMarks<T>,
  sent: readonly T['sent'][],
  leftOut: readonly string[],
): void => {
  const before = readKeptMarks(of);
  keepMarks(of, before, { ...before, marks: stillUnsent(of.kind, before.marks, sent, leftOut) });
};
