import { useSyncExternalStore } from 'react';
import { readSession, type Session, watchSession } from './session.ts';

let last: Session | null = null;

/** The same object as long as nothing changed, as React's stores must. */
const snapshot = (): Session | null => {
  const now = readSession();
  if (JSON.stringify(now) !== JSON.stringify(last)) last = now;
  return last;
};

/** The signed-in person; null when there is none. */
export const useSession = (): Session | null => useSyncExternalStore(watchSession, snapshot);
