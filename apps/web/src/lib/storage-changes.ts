/** Changes of something in local storage, in this tab or another. */
export const storageChanges = () => {
  const listeners = new Set<() => void>();
  return {
    /** To be said after one in this tab: other tabs hear of it by themselves. */
    announce: (): void => listeners.forEach((listener) => listener()),
    /** Calls back after each; returns the way out. */
    watch: (listener: () => void): (() => void) => {
      listeners.add(listener);
      window.addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', listener);
      };
    },
  };
};
