import { Button } from '@mantine/core';
import { useHasElapsed } from './loaded.tsx';
import classes from './transfer-progress.module.css';

interface TransferProgressProps {
  /** Fraction of the file sent so far, from 0 to 1. */
  readonly sent: number;
  /** Shown until all is sent; the file by default. */
  readonly sending?: string;
  /** Shown while the server processes the file: "Checking the rows..." */
  readonly working: string;
  /** Undefined when there is nothing left to cancel. */
  readonly onCancel: (() => void) | undefined;
}

/** Progress of a file: a percentage while it is sent, then an indeterminate bar. Can be cancelled at any time. */
export const TransferProgress = (props: TransferProgressProps) => {
  const { sent, sending = 'Sending the file...', working, onCancel } = props;
  const shown = useHasElapsed(400);
  if (!shown) return null;
  const percent = Math.floor(sent * 100);
  const isSending = percent < 100;
  return (
    <div className={classes['progress']}>
      <output>{isSending ? sending : working}</output>
      <progress
        className={classes['bar']}
        aria-label={isSending ? 'File sent' : working}
        max={100}
        {...(isSending && { value: percent })}
      />
      {onCancel && (
        <Button variant="default" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  );
};
