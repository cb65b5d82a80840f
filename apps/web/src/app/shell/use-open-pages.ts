import { use } from 'react';
import { DutyContext, useMayCall } from '../../lib/may-call.tsx';

let pageCalls: Promise<typeof import('../page-calls.ts')> | undefined;
const loadPageCalls = () => (pageCalls ??= import('../page-calls.ts'));

/**
 * Returns a check whether a page, by its path below the area, is open to the person. Suspends for
 * administrators with a duty.
 */
export const useOpenPages = () => {
  const may = useMayCall();
  const duty = use(DutyContext);
  // Imports the calls of every screen, which people without a duty need not load.
  const pages = duty === null ? undefined : use(loadPageCalls());
  return (path: string): boolean => {
    const needed = pages?.callOfPage(path);
    return !needed || may(needed);
  };
};
