import { IconRefresh } from '@tabler/icons-react';
import classes from './fallback-note.module.css';

interface FallbackNoteProps {
  /** As a sentence begins: "The student count". */
  readonly what: string;
  readonly onRetry: () => void;
}

/** Beside values that stand in for what could not be loaded: says so quietly, and tries again. */
export const FallbackNote = ({ what, onRetry }: FallbackNoteProps) => (
  <output className={classes['note']}>
    {what} could not be loaded.{' '}
    <button type="button" onClick={onRetry}>
      <IconRefresh size={16} stroke={1.75} aria-hidden />
      Try again
    </button>
  </output>
);
