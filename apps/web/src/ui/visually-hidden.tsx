import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './visually-hidden.module.css';

/** Text for screen readers only. */
export const VisuallyHidden = ({ children }: { readonly children: ReactNode }) => (
  <span className={classes['visuallyHidden']}>{children}</span>
);

/** Announced once the text has stopped changing. */
export const LiveRegion = ({ text }: { readonly text: string }) => {
  const [spoken] = useDebouncedValue(text, 800);
  return (
    <VisuallyHidden>
      <span aria-live="polite">{spoken}</span>
    </VisuallyHidden>
  );
};
