import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { EmptyIllustration } from './empty-illustration.tsx';
import { IconButton } from './icon-button.tsx';
import classes from './state.module.css';

interface ErrorStateProps {
  readonly text: string;
  readonly onRetry?: () => void;
}

/** In place of content that could not be loaded. */
export const ErrorState = ({ text, onRetry }: ErrorStateProps) => (
  <div className={classes['state']} role="alert">
    <EmptyIllustration icon={IconPlugConnectedX} tone="brick" />
    <p className={classes['text']}>{text}</p>
    {onRetry && (
      <IconButton icon={IconRefresh} variant="default" onClick={onRetry}>
        Try again
      </IconButton>
    )}
  </div>
);
