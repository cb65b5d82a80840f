import { Button } from '@mantine/core';
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { EmptyIllustration } from './empty-illustration.tsx';
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
      <Button
        variant="default"
        leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
        onClick={onRetry}
      >
        Try again
      </Button>
    )}
  </div>
);
