import { useSyncExternalStore } from 'react';

/**
 * Whether Campus answers: the browser's own word for being offline, and what the calls have met. A
 * phone in a dead corner believes that it is online long after nothing gets through.
 */
let reached = true;

const listeners = new Set<() => void>();

const note = (now: boolean): void => {
  if (reached === now) return;
  reached = now;
  for (const listener of listeners) listener();
};

/** A call was answered, whatever the answer says. */
export const noteAnswer = (): void => note(true);

/** A call got no answer. */
export const noteSilence = (): void => note(false);

export const isConnected = (): boolean => navigator.onLine && reached;

/** Calls back when `isConnected` may have changed; returns the way out. */
export const watchConnection = (listener: () => void): (() => void) => {
  // What the calls met before the browser lost its network says nothing about the new one.
  const online = (): void => {
    reached = true;
    listener();
  };
  listeners.add(listener);
  window.addEventListener('online', online);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', online);
    window.removeEventListener('offline', listener);
  };
};

export const useConnected = (): boolean => useSyncExternalStore(watchConnection, isConnected);
