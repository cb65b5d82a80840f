/** Notifies of changes to something in local storage, in this tab or another. */
export const storageChanges = () => {
  const listeners = new Set<() => void>();
  return {
    /** To be called after a change in this tab: other tabs are notified by the browser. */
    announce: (): void => listeners.forEach((listener) => listener()),
    /** Calls `listener` after each change; returns a function that unsubscribes. */
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
