import { useTimeout } from '@mantine/hooks';
import { IconAlertCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './banner.module.css';

interface BannerProps {
  readonly kind: 'success' | 'error';
  readonly onDismiss?: () => void;
  /** Dismisses itself after this many milliseconds. A new text (a plain string) restarts the time. */
  readonly autoHideMs?: number;
  readonly children: ReactNode;
}

const HideAfter = ({ ms, onEnd }: { readonly ms: number; readonly onEnd: () => void }) => {
  useTimeout(onEnd, ms, { autoInvoke: true });
  return null;
};

export const Banner = ({ kind, onDismiss, autoHideMs, children }: BannerProps) => {
  const Icon = kind === 'success' ? IconCircleCheckFilled : IconAlertCircle;
  return (
    <div
      className={classes['banner']}
      data-kind={kind}
      role={kind === 'success' ? 'status' : 'alert'}
    >
      <Icon size={22} stroke={1.75} aria-hidden />
      <div className={classes['text']}>{children}</div>
      {onDismiss && autoHideMs !== undefined && (
        <HideAfter
          key={typeof children === 'string' ? `${kind} ${children}` : kind}
          ms={autoHideMs}
          onEnd={onDismiss}
        />
      )}
      {onDismiss && (
        <button type="button" className={classes['close']} onClick={onDismiss} aria-label="Dismiss">
          <IconX size={18} stroke={1.75} aria-hidden />
        </button>
      )}
    </div>
  );
};
