import { useSyncExternalStore } from 'react';

type ImageKey = 'profileImage' | 'teacherProfileImage';

const watch = (listener: () => void): (() => void) => {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
};

/** The profile image kept in local storage, as an address for `img`; empty when there is none. */
export const useStoredImage = (key: ImageKey): string =>
  useSyncExternalStore(watch, () => localStorage.getItem(key) ?? '');
