import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './hidden.module.css';

/** Text for screen readers only. */
export const Hidden = ({ children }: { readonly children: ReactNode }) => (
  <span className={classes['hidden']}>{children}</span>
);

/** Announced once the text has stopped changing. */
export const LiveRegion = ({ text }: { readonly text: string }) => {
  const [spoken] = useDebouncedValue(text, 800);
  return (
    <Hidden>
      <span aria-live="polite">{spoken}</span>
    </Hidden>
  );
};
