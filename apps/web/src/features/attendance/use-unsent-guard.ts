import { startTransition, useCallback, useRef, useState } from 'react';
import { useLeaveGuard } from '../../lib/use-leave-guard.ts';

export type UnsentGuard = ReturnType<typeof useLeaveGuard>;

/**
 * Asks before unsent marks are left. The page is drawn with them when there is time: a mark is on the
 * screen before.
 */
export const useUnsentGuard = () => {
  const [unsent, setUnsent] = useState(false);
  const latest = useRef(false);
  const tellUnsent = useCallback((now: boolean) => {
    if (latest.current === now) return;
    latest.current = now;
    startTransition(() => setUnsent(now));
  }, []);
  const guard = useLeaveGuard(
    unsent,
    useCallback(() => latest.current, []),
  );
  return { guard, unsent, tellUnsent };
};
