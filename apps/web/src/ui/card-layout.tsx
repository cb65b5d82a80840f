import type { CSSProperties, ReactNode } from 'react';
import classes from './card-layout.module.css';

/** Cards one below the other. */
export const CardStack = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes['stack']}>{children}</div>
);

interface CardColumnsProps {
  /** How wide the narrow column is, in px. */
  readonly side: number;
  /** On which side it is; the left unless told. */
  readonly at?: 'right';
  /** Up to which width of the window, in px, the columns stand one below the other. */
  readonly stackedTo: 900 | 1080 | 1100;
  readonly children: ReactNode;
}

/** Two columns of cards: a narrow one, and one that takes the rest. */
export const CardColumns = ({ side, at, stackedTo, children }: CardColumnsProps) => (
  <div
    className={classes['columns']}
    data-side={at ?? 'left'}
    data-stacked-to={stackedTo}
    style={{ '--side': `${side}px` } as CSSProperties}
  >
    {children}
  </div>
);
