import { useSyncExternalStore } from 'react';
import { storageChanges } from './storage-changes.ts';

export type ImageKey = 'profileImage' | 'teacherProfileImage';

const { announce, watch } = storageChanges();

/** Keeps a profile image (a data URL) in local storage; null removes it. If there is no space it is not kept. */
export const storeImage = (key: ImageKey, image: string | null): void => {
  if (image === (localStorage.getItem(key) ?? null)) return;
  try {
    if (image === null) localStorage.removeItem(key);
    else localStorage.setItem(key, image);
  } catch (error) {
    console.warn('The profile image could not be kept in this browser.', error);
    // Otherwise the previous image would be shown instead.
    localStorage.removeItem(key);
  }
  announce();
};

/** The profile image kept in local storage, as a `src` for `img`; empty if there is none. */
export const useStoredImage = (key: ImageKey): string =>
  useSyncExternalStore(watch, () => localStorage.getItem(key) ?? '');
