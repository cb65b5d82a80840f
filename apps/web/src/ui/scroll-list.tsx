import type { ReactNode } from 'react';
import classes from './scroll-list.module.css';

interface ScrollListProps {
  readonly label: string;
  readonly as?: 'ol' | 'ul';
  readonly height: 'low' | 'medium' | 'high';
  /** `<li>`s. */
  readonly children: ReactNode;
}

/** A framed list in a dialog. It scrolls, so it is focusable. */
export const ScrollList = ({ label, as: List = 'ul', height, children }: ScrollListProps) => (
  <List className={classes['list']} data-height={height} aria-label={label} tabIndex={0}>
    {children}
  </List>
);
