import type { ReactNode } from 'react';
import { Hall } from './hall.tsx';
import classes from './state.module.css';

interface EmptyStateProps {
  readonly icon: ReactNode;
  readonly text: ReactNode;
  /** One at most. */
  readonly action?: ReactNode;
}

export const EmptyState = ({ icon, text, action }: EmptyStateProps) => (
  <div className={classes['state']}>
    <Hall icon={icon} />
    <p className={classes['text']}>{text}</p>
    {action}
  </div>
);
