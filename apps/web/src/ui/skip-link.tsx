import type { ReactNode } from 'react';
import classes from './skip-link.module.css';

interface SkipLinkProps {
  /** What the focus goes to. */
  readonly to: () => HTMLElement | null | undefined;
  readonly children: ReactNode;
}

/** Seen while it has the focus alone: past much that is in the way of a keyboard. */
export const SkipLink = ({ to, children }: SkipLinkProps) => (
  <a
    className={classes['skip']}
    href="#content"
    onClick={(event) => {
      event.preventDefault();
      to()?.focus();
    }}
  >
    {children}
  </a>
);
