import type { Role } from '@campus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pruneOfflineReplies } from '../../lib/offline-replies.ts';
import { readSession } from '../../lib/session.ts';
import { pages } from '../pages.ts';
import { links } from './links.ts';

const inputEvents = ['pointerdown', 'keydown'] as const;
const activityEvents = ['pointermove', ...inputEvents] as const;

interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** On metered and slow connections nothing is fetched ahead. */
const mayPrefetch = (): boolean => {
  const { connection } = navigator as { connection?: Connection };
  return !connection?.saveData && (connection?.effectiveType ?? '4g') === '4g';
};

/** How long nothing must be pressed, in milliseconds, for the person to count as idle. */
const pauseMs = 1000;

/** Some browsers never report an idle moment of a page that draws nothing new, so it waits at most a pause. */
const nextIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window)
      window.requestIdleCallback(() => resolve(), { timeout: pauseMs });
    else setTimeout(resolve, 200);
  });

/** Resolves when nothing has been pressed for a while. */
const inputPause = (): Promise<void> =>
  new Promise((resolve) => {
    const watch = new AbortController();
    const done = (): void => {
      watch.abort();
      resolve();
    };
    let timer = setTimeout(done, pauseMs);
    const waitAgain = (): void => {
      clearTimeout(timer);
      timer = setTimeout(done, pauseMs);
    };
    for (const press of inputEvents)
      window.addEventListener(press, waitAgain, { capture: true, signal: watch.signal });
  });

/**
 * Calls `start` at the person's first movement, so that a first visit stays as light as its page. Returns a
 * function that stops waiting.
 */
const onFirstActivity = (start: () => void): (() => void) => {
  const stop = (): void => {
    for (const sign of activityEvents) window.removeEventListener(sign, begin);
  };
  const begin = (): void => {
    stop();
    start();
  };
  for (const sign of activityEvents) window.addEventListener(sign, begin, { passive: true });
  return stop;
};

export const loadSearch = () => import('./search-dialog.lazy.tsx');

/** Loading a page and its styles delays the response to a key, so each page waits for a pause in typing. */
const prefetch = async (loads: readonly (() => Promise<unknown>)[]): Promise<void> => {
  for (const load of loads) {
    await inputPause();
    await nextIdle();
    // A failure is ignored here: the page is loaded again, or the error reported, when it is opened.
    await Promise.allSettled([load()]);
  }
};

/**
 * Fetches the pages of the sidebar one after the other while the browser is idle, so that they open without
 * waiting.
 */
export const usePrefetchPages = (area: Role): void => {
  useEffect(() => {
    if (!mayPrefetch()) return undefined;
    const { first, second } = links[area];
    const loads = [...first, ...second].flatMap(({ path }) => pages[area][path] ?? []);
    return onFirstActivity(() => void prefetch([...loads, loadSearch]));
  }, [area]);
};

const installServiceWorker = async (): Promise<void> => {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    await navigator.serviceWorker.register('/service-worker.js');
};

/** Prepares this device for a reload without network: the application, and a teacher's classes of today. */
export const usePrepareOffline = (area: Role): void => {
  const client = useQueryClient();
  useEffect(() => {
    const { email = '' } = readSession() ?? {};
    void pruneOfflineReplies(email);
    const keepRosters = async (): Promise<void> => {
      const { preloadRosters } = await import('../../features/attendance/attendance.api.ts');
      await preloadRosters(client, email);
    };
    const rosters = area === 'teacher' && mayPrefetch() ? [keepRosters] : [];
    return onFirstActivity(() => void prefetch([installServiceWorker, ...rosters]));
  }, [area, client]);
};
