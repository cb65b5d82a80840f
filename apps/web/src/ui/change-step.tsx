import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Hidden } from './hidden.tsx';
import classes from './change-step.module.css';

interface ChangeStepProps {
  /** What was changed, where the list is of several things. */
  readonly what?: string;
  readonly from: ReactNode;
  readonly to: ReactNode;
  /** Who and when. */
  readonly by: string;
  /** What sets this change apart. */
  readonly note?: ReactNode;
}

/** A row of a history of marks: what became what, and by whom. */
export const ChangeStep = ({ what, from, to, by, note }: ChangeStepProps) => (
  <li>
    <div className={classes['step']}>
      {what && <b>{what}</b>}
      {from}
      <IconArrowRight size={18} stroke={1.75} aria-hidden />
      <Hidden>became</Hidden>
      {to}
    </div>
    <p className={classes['who']}>
      {by}
      {note && <span className={classes['note']}>{note}</span>}
    </p>
  </li>
);
