import { use } from 'react';
import { DutyContext, useMayCall } from '../../lib/may-call.tsx';

let shownBy: Promise<typeof import('../shown-by.ts')> | undefined;
const loadShownBy = () => (shownBy ??= import('../shown-by.ts'));

/** Which pages of the area are open to the person, by their path below it. Waits for those who hold a duty. */
export const useOpenPages = () => {
  const may = useMayCall();
  const duty = use(DutyContext);
  // It knows the calls of every screen, which others need not load.
  const pages = duty === null ? undefined : use(loadShownBy());
  return (path: string): boolean => {
    const needed = pages?.callShowing(path);
    return !needed || may(needed);
  };
};
