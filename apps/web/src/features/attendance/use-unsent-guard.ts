import { startTransition, useCallback, useRef, useState } from 'react';
import { useLeaveGuard } from '../../lib/use-leave-guard.ts';

export type UnsentGuard = ReturnType<typeof useLeaveGuard>;

/**
 * Asks before unsent marks are left. Whether there are any is known at once and drawn when there is
 * time: a mark is on the screen before anything else hears of it.
 */
export const useUnsentGuard = () => {
  const [drawn, setDrawn] = useState(false);
  const known = useRef(false);
  const tellUnsent = useCallback((unsent: boolean) => {
    known.current = unsent;
    startTransition(() => setDrawn(unsent));
  }, []);
  const hasUnsent = useCallback(() => known.current, []);
  const guard = useLeaveGuard(drawn, hasUnsent);
  return { guard, hasUnsent, tellUnsent };
};
