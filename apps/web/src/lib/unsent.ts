import { useSyncExternalStore } from 'react';
import { afterFrame } from './after-frame.ts';
import { onNewEmail } from './renewal.ts';
import { storageChanges } from './storage-changes.ts';

/**
 * Work not yet sent, kept on this device so that a reload or an ended session loses nothing. It belongs to
 * one person and is deleted when they sign out.
 */
const prefix = 'campus-unsent:';

const { announce, watch } = storageChanges();

const draftPrefix = 'form:';

export const draftName = (form: string): string => `${draftPrefix}${form}`;

/** Whether it is the draft of a form rather than marks. */
export const isDraft = (what: string): boolean => what.startsWith(draftPrefix);

const keyOf = (email: string, what: string): string => `${prefix}${email}:${what}`;

/** Pending writes, oldest first. */
const pending: (() => void)[] = [];
let flushing = false;

/** Does the pending writes. Every function here calls it first, so that reads are never stale. */
const flush = (): void => {
  if (flushing) return;
  flushing = true;
  try {
    for (const write of pending.splice(0)) write();
  } finally {
    flushing = false;
  }
};

const flushWhenHidden = (): void => {
  if (document.visibilityState === 'hidden') flush();
};

/**
 * Runs `write` after the next frame: writing to the device takes longer than everything else a keystroke does.
 * Runs it earlier when the page is hidden or left, or when anything here is read.
 */
export const deferWrite = (write: () => void): void => {
  pending.push(write);
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', flushWhenHidden);
  if (document.visibilityState === 'hidden') flush();
  else afterFrame(flush);
};

/** What was kept, or null. It may come from an earlier release, so the caller must check its shape. */
export const readUnsent = (email: string, what: string): unknown => {
  flush();
  const kept = localStorage.getItem(keyOf(email, what));
  if (kept === null) return null;
  try {
    return JSON.parse(kept) as unknown;
  } catch {
    // Not ours, or truncated: ignore it.
    return null;
  }
};

/** Returns false when the device has no space: the work then exists on the page only. */
export const saveUnsent = (email: string, what: string, work: unknown): boolean => {
  flush();
  const key = keyOf(email, what);
  const isNew = localStorage.getItem(key) === null;
  try {
    localStorage.setItem(key, JSON.stringify(work));
  } catch {
    return false;
  }
  if (isNew) announce();
  return true;
};

export const removeUnsent = (email: string, what: string): void => {
  flush();
  localStorage.removeItem(keyOf(email, what));
  announce();
};

/** Calls `listener` when another tab of this browser has changed it; returns a function that unsubscribes. */
export const watchUnsent = (email: string, what: string, listener: () => void): (() => void) => {
  const onStorage = ({ key }: StorageEvent): void => {
    // Null when all storage was cleared at once.
    if (key === keyOf(email, what) || key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};

const namesOf = (email: string): readonly string[] => {
  const own = keyOf(email, '');
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(own))
    .map((key) => key.slice(own.length))
    .sort();
};

/** Names of everything a person has not sent. */
export const listUnsent = (email: string): readonly string[] => {
  flush();
  return namesOf(email);
};

/** The same, updated as work is kept and dropped in this tab and in others. */
export const useUnsent = (email: string): readonly string[] => {
  // Does not flush first: that would announce changes while React is rendering.
  const names = useSyncExternalStore(watch, () => namesOf(email).join('\n'));
  return names === '' ? [] : names.split('\n');
};

/** The key of the remarks a person has used, which are offered again. */
export const remarksKey = (email: string): string => `campus-remarks:${email}`;

/** Deletes everything of this person from the device at sign-out; other people's unsent work stays. */
export const clearUnsent = (email: string): void => {
  for (const what of listUnsent(email)) localStorage.removeItem(keyOf(email, what));
  localStorage.removeItem(remarksKey(email));
};

// What a person keeps on the device follows them to a new e-mail.
onNewEmail((from, to) => {
  const own = listUnsent(from).map((what) => keyOf(from, what));
  for (const key of [...own, remarksKey(from)]) {
    const kept = localStorage.getItem(key);
    localStorage.removeItem(key);
    if (kept !== null) localStorage.setItem(key.replace(from, to), kept);
  }
});
