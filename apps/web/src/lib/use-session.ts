import { useSyncExternalStore } from 'react';
import { readSession, type Session, watchSession } from './session.ts';

let last: Session | null = null;

/** The same object as long as nothing changed, as React's stores must. */
const snapshot = (): Session | null => {
  const now = readSession();
  if (JSON.stringify(now) !== JSON.stringify(last)) last = now;
  return last;
};

let person: Session | null = null;
const personSnapshot = (): Session | null => {
  person = snapshot() ?? person;
  return person;
};

/** Whose page this is, in an area: it keeps the person while signing out takes them away from it. */
export const usePerson = (): Session => {
  const shown = useSyncExternalStore(watchSession, personSnapshot);
  if (!shown) throw new Error('This page is for people who are signed in.');
  return shown;
};

/** The signed-in person; null when there is none. */
export const useSession = (): Session | null => useSyncExternalStore(watchSession, snapshot);
