import { useSyncExternalStore } from 'react';

type ImageKey = 'profileImage' | 'teacherProfileImage';

const watch = (listener: () => void): (() => void) => {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
};

/** The profile image kept in local storage, as an address for `img`; empty when there is none. */
export const useStoredImage = (key: ImageKey): string =>
  useSyncExternalStore(watch, () => localStorage.getItem(key) ?? '');

/** Stores the image, or removes it with null. The own tab's sidebar hears of it too. */
export const storeImage = (key: ImageKey, address: string | null): void => {
  if (address === null) localStorage.removeItem(key);
  else localStorage.setItem(key, address);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: address }));
};
