import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { onSessionEnd } from './session-end.ts';
import { readSession } from './session.ts';

interface LeaveGuard {
  /** Goes at once, or asks first while work is unsent. */
  readonly leave: (go: () => void) => void;
  readonly asking: boolean;
  readonly confirm: () => void;
  readonly stay: () => void;
}

/**
 * Asks before unsent work is left: for another record, another page, or by closing the tab. When
 * the session ends by itself the page stays, so that the work can be sent after signing in again.
 */
export const useLeaveGuard = (unsent: boolean): LeaveGuard => {
  const [pending, setPending] = useState<{ readonly go: () => void } | null>(null);
  const blocker = useBlocker({
    shouldBlockFn: useCallback(
      ({ current, next }) => unsent && current.pathname !== next.pathname,
      [unsent],
    ),
    // Somebody who has just signed out is not asked by the browser as well.
    enableBeforeUnload: useCallback(() => unsent && readSession() !== null, [unsent]),
    withResolver: true,
  });
  useEffect(() => onSessionEnd(() => (unsent ? 'hold' : undefined)), [unsent]);
  return {
    leave: (go) => {
      if (unsent) setPending({ go });
      else go();
    },
    asking: pending !== null || blocker.status === 'blocked',
    confirm: () => {
      pending?.go();
      setPending(null);
      blocker.proceed?.();
    },
    stay: () => {
      setPending(null);
      blocker.reset?.();
    },
  };
};
