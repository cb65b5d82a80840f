import { useSyncExternalStore } from 'react';
import { afterFrame } from './after-frame.ts';
import { storageChanges } from './storage-changes.ts';

/**
 * Work not yet sent, kept on this device so that a reload or an ended session loses nothing. It
 * belongs to one person and is forgotten when they sign out.
 */
const prefix = 'campus-unsent:';

const { announce, watch } = storageChanges();

const draftPrefix = 'form:';

/** The name under which a form keeps what is typed into it. */
export const draftName = (form: string): string => `${draftPrefix}${form}`;

/** Whether it is what was typed into a form, and not marks. */
export const isDraft = (what: string): boolean => what.startsWith(draftPrefix);

const keyOf = (email: string, what: string): string => `${prefix}${email}:${what}`;

/** What waits to be kept, oldest first. */
const waiting: (() => void)[] = [];
let catchingUp = false;

/** Keeps what waits. Everything here does so first: what is read is never behind. */
const catchUp = (): void => {
  if (catchingUp) return;
  catchingUp = true;
  try {
    for (const keep of waiting.splice(0)) keep();
  } finally {
    catchingUp = false;
  }
};

const catchUpWhenHidden = (): void => {
  if (document.visibilityState === 'hidden') catchUp();
};

/**
 * Does `keep` when the next frame has been drawn: writing to the device takes longer than all else
 * that a key does. Earlier when the page goes away, or when anything here is read.
 */
export const keepSoon = (keep: () => void): void => {
  waiting.push(keep);
  window.addEventListener('pagehide', catchUp);
  document.addEventListener('visibilitychange', catchUpWhenHidden);
  if (document.visibilityState === 'hidden') catchUp();
  else afterFrame(catchUp);
};

/** What was kept, or null; it may come from an older release, so the reader checks its shape. */
export const readUnsent = (email: string, what: string): unknown => {
  catchUp();
  const kept = localStorage.getItem(keyOf(email, what));
  if (kept === null) return null;
  try {
    return JSON.parse(kept) as unknown;
  } catch {
    // Not ours, or cut short: as good as nothing.
    return null;
  }
};

/** False when this device has no room: the work is then safe on the page only. */
export const keepUnsent = (email: string, what: string, work: unknown): boolean => {
  catchUp();
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

export const dropUnsent = (email: string, what: string): void => {
  catchUp();
  localStorage.removeItem(keyOf(email, what));
  announce();
};

/** Calls back when another tab of this browser has changed it; returns what ends that. */
export const watchUnsent = (email: string, what: string, listener: () => void): (() => void) => {
  const onStorage = ({ key }: StorageEvent): void => {
    // Null: everything was cleared at once.
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
  catchUp();
  return namesOf(email);
};

/** The same, followed as work is kept and dropped in this tab and in others. */
export const useUnsent = (email: string): readonly string[] => {
  // Without catching up: what keeps work announces it, and nothing may do so while React draws.
  const names = useSyncExternalStore(watch, () => namesOf(email).join('\n'));
  return names === '' ? [] : names.split('\n');
};

/** At sign-out: nothing of this person stays on the device. What others have not sent does. */
export const forgetUnsent = (email: string): void => {
  for (const what of listUnsent(email)) localStorage.removeItem(keyOf(email, what));
};
