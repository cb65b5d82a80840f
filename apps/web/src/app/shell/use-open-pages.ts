import { use } from 'react';
import { DutyContext, useMayCall } from '../../lib/may-call.tsx';

let shownBy: Promise<typeof import('../shown-by.ts')> | undefined;
const loadShownBy = () => (shownBy ??= import('../shown-by.ts'));

/**
 * Returns a check whether a page, by its path below the area, is open to the person. Suspends for
 * administrators with a duty.
 */
export const useOpenPages = () => {
  const may = useMayCall();
  const duty = use(DutyContext);
  // Imports the calls of every screen, which people without a duty need not load.
  const pages = duty === null ? undefined : use(loadShownBy());
  return (path: string): boolean => {
    const needed = pages?.callShowing(path);
    return !needed || may(needed);
  };
};
