import { useSyncExternalStore } from 'react';
import { dropUnsent, keepUnsent, listUnsent, readUnsent } from '../../lib/unsent.ts';
import type { ClassDay } from './attendance.api.ts';
import type { Attempt } from './sending.ts';

/** A submission that met no network and is sent once there is one. */
export interface Waiting {
  readonly klass: ClassDay;
  /** Subject and day, for people. */
  readonly label: string;
  readonly facultyEmail: string;
  readonly attempt: Attempt;
  /** When the button was pressed, in milliseconds since 1970; tells one attempt from the next. */
  readonly pressedAt: number;
}

const kind = 'submission';
const nameOf = ({ subjectId, date }: ClassDay): string => `${kind}:${date}:${subjectId}`;

const listeners = new Set<() => void>();
const announce = (): void => listeners.forEach((listener) => listener());

/** False when this device has no room for it. */
export const wait = (person: string, waiting: Waiting): boolean => {
  const kept = keepUnsent(person, nameOf(waiting.klass), waiting);
  announce();
  return kept;
};

export const stopWaiting = (person: string, klass: ClassDay): void => {
  dropUnsent(person, nameOf(klass));
  announce();
};

const isWaiting = (kept: unknown): kept is Waiting => {
  const { klass, attempt, pressedAt } = (kept ?? {}) as Partial<Waiting>;
  return (
    typeof klass?.subjectId === 'string' &&
    typeof pressedAt === 'number' &&
    [attempt?.sent, attempt?.leftOut, attempt?.agreed, attempt?.shown].every(Array.isArray)
  );
};

export const readWaiting = (person: string, klass: ClassDay): Waiting | null => {
  const kept = readUnsent(person, nameOf(klass));
  return isWaiting(kept) ? kept : null;
};

/** Every submission of this person that waits on this device, by day. */
export const listWaiting = (person: string): readonly Waiting[] =>
  listUnsent(person)
    .filter((name) => name.startsWith(`${kind}:`))
    .map((name) => readUnsent(person, name))
    .filter(isWaiting);

/** Calls back when a submission begins or ends to wait, in this tab or another; returns the way out. */
const watchWaiting = (listener: () => void): (() => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

/** When the button was pressed for the submission of this class that waits; null without one. */
export const useWaitingSince = (person: string, klass: ClassDay): number | null =>
  useSyncExternalStore(watchWaiting, () => readWaiting(person, klass)?.pressedAt ?? null);
