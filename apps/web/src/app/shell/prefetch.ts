import type { Role } from '@campus/contract';
import { useEffect } from 'react';
import { areas } from '../routes.ts';

interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Whoever pays for each byte, or waits for it, gets only what they ask for. */
const mayFetchAhead = (): boolean => {
  const { connection } = navigator as { connection?: Connection };
  return !connection?.saveData && (connection?.effectiveType ?? '4g') === '4g';
};

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve());
    else setTimeout(resolve, 200);
  });

const fetchAhead = async (pages: readonly (() => Promise<unknown>)[]): Promise<void> => {
  for (const page of pages) {
    await idle();
    // What cannot be fetched now is fetched, or reported, when it is opened.
    await Promise.allSettled([page()]);
  }
};

const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Fetches the pages of the sidebar one after the other, while nothing else is to be done: they open
 * without waiting then. Not before the person has moved: a first visit stays as light as its page.
 */
export const usePagesAhead = (area: Role): void => {
  useEffect(() => {
    if (!mayFetchAhead()) return undefined;
    const stop = (): void => {
      for (const sign of signs) window.removeEventListener(sign, start);
    };
    const start = (): void => {
      stop();
      const pages = areas[area].flatMap(({ load, hidden }) => (load && !hidden ? [load] : []));
      void fetchAhead(pages);
    };
    for (const sign of signs) window.addEventListener(sign, start, { passive: true });
    return stop;
  }, [area]);
};
