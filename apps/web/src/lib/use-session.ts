import { useSyncExternalStore } from 'react';
import { readSession, type Session, watchSession } from './session.ts';

let last: Session | null = readSession();

/** Returns the same object while nothing has changed, as React's external stores must. */
const snapshot = (): Session | null => {
  const now = readSession();
  if (JSON.stringify(now) !== JSON.stringify(last)) last = now;
  return last;
};

let person = last;
const personSnapshot = (): Session | null => {
  person = snapshot() ?? person;
  return person;
};

/** The person whose page this is; still returns them while the browser leaves a session that has ended. */
export const usePerson = (): Session => {
  const shown = useSyncExternalStore(watchSession, personSnapshot);
  if (!shown) throw new Error('This page is for people who are signed in.');
  return shown;
};

/** The signed-in person; null if nobody is. */
export const useSession = (): Session | null => useSyncExternalStore(watchSession, snapshot);
