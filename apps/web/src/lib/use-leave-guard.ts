import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { onSessionEnd } from './session-end.ts';
import { readSession } from './session.ts';

/**
 * Asks for confirmation before unsent work is left: for another record, another page, or by closing the tab.
 * When the session ends by itself the page stays, so that the work can be sent after signing in again.
 * `hasUnsent` is called when that happens, not when the page is rendered.
 */
export const useLeaveGuard = (hasUnsent: () => boolean) => {
  const latest = useRef(hasUnsent);
  useLayoutEffect(() => {
    latest.current = hasUnsent;
  });
  const has = useCallback(() => latest.current(), []);
  const [pending, setPending] = useState<{ readonly go: () => void } | null>(null);
  const blocker = useBlocker({
    shouldBlockFn: useCallback(
      ({ current, next }) => has() && current.pathname !== next.pathname,
      [has],
    ),
    // After signing out the browser must not ask as well.
    enableBeforeUnload: useCallback(() => has() && readSession() !== null, [has]),
    withResolver: true,
  });
  useEffect(() => onSessionEnd(() => (has() ? 'hold' : undefined)), [has]);
  return {
    /** Calls `go` at once, or asks first if there is unsent work. */
    leave: (go: () => void): void => {
      if (has()) setPending({ go });
      else go();
    },
    /** Props of the `ConfirmDialog` that asks. */
    dialog: {
      opened: pending !== null || blocker.status === 'blocked',
      confirmLabel: 'Leave',
      onConfirm: () => {
        pending?.go();
        setPending(null);
        blocker.proceed?.();
      },
      onClose: () => {
        setPending(null);
        blocker.reset?.();
      },
    },
  };
};
