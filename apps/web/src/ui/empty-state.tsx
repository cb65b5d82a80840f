import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyIllustration } from './empty-illustration.tsx';
import classes from './state.module.css';

interface EmptyStateProps {
  readonly icon: Icon;
  readonly text: ReactNode;
  /** One at most. */
  readonly action?: ReactNode;
}

export const EmptyState = ({ icon, text, action }: EmptyStateProps) => (
  <div className={classes['state']}>
    <EmptyIllustration icon={icon} />
    <p className={classes['text']}>{text}</p>
    {action}
  </div>
);
