import type { ReactNode } from 'react';
import classes from './skip-link.module.css';

interface SkipLinkProps {
  /** The element that gets the focus. */
  readonly to: () => HTMLElement | null | undefined;
  readonly children: ReactNode;
}

/** A link, visible only while focused, that lets keyboard users skip content. */
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
