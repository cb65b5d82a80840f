import { useSyncExternalStore } from 'react';

/**
 * Whether the server was reached by the last call. `navigator.onLine` alone is not enough: a phone without
 * reception believes it is online long after nothing gets through.
 */
let reached = true;

const listeners = new Set<() => void>();

const note = (now: boolean): void => {
  if (reached === now) return;
  reached = now;
  for (const listener of listeners) listener();
};

/** Records that a call was answered, even with an error. */
export const recordReachable = (): void => note(true);

/** Records that a call got no response. */
export const recordUnreachable = (): void => note(false);

export const isConnected = (): boolean => navigator.onLine && reached;

/** Calls `listener` when `isConnected` may have changed; returns a function that unsubscribes. */
export const watchConnection = (listener: () => void): (() => void) => {
  // Failures before the connection was lost say nothing about the new one.
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
