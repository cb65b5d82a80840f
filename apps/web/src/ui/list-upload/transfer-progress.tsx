import { useEffect, useState } from 'react';
import { Button } from '@mantine/core';
import classes from './transfer-progress.module.css';

interface TransferProgressProps {
  /** Share of the file that was sent, from 0 to 1. */
  readonly sent: number;
  /** What the server does once it has the file: "Checking the rows..." */
  readonly working: string;
  /** Absent where there is nothing left to cancel. */
  readonly onCancel: (() => void) | undefined;
}

/**
 * How far a file is: a share while it is sent, then a bar that only says that work goes on. Can be
 * cancelled all the time.
 */
export const TransferProgress = ({ sent, working, onCancel }: TransferProgressProps) => {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 400);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  const percent = Math.floor(sent * 100);
  const sending = percent < 100;
  return (
    <div className={classes['progress']}>
      <output>{sending ? 'Sending the file...' : working}</output>
      <progress
        className={classes['bar']}
        aria-label={sending ? 'File sent' : working}
        max={100}
        {...(sending && { value: percent })}
      />
      {onCancel && (
        <Button variant="default" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  );
};
