import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './hidden.module.css';

/** For people who listen to the page, not for those who look at it. */
export const Hidden = ({ children }: { readonly children: ReactNode }) => (
  <span className={classes['hidden']}>{children}</span>
);

/** Read out once it has come to rest, not at every change. */
export const Spoken = ({ text }: { readonly text: string }) => {
  const [spoken] = useDebouncedValue(text, 800);
  return (
    <Hidden>
      <span aria-live="polite">{spoken}</span>
    </Hidden>
  );
};
