import type { ReactNode } from 'react';
import classes from './hidden.module.css';

/** For people who listen to the page, not for those who look at it. */
export const Hidden = ({ children }: { readonly children: ReactNode }) => (
  <span className={classes['hidden']}>{children}</span>
);
