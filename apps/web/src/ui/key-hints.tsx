import type { ReactNode } from 'react';
import classes from './key-hints.module.css';

interface KeyHintsProps {
  readonly label: string;
  readonly hints: readonly (readonly [keys: readonly string[], word: string])[];
  /** More of the list. */
  readonly children?: ReactNode;
}

/** What keys do in a table; not where there is no keyboard. */
export const KeyHints = ({ label, hints, children }: KeyHintsProps) => (
  <ul className={classes['hints']} aria-label={label}>
    {hints.map(([keys, word]) => (
      <li key={word}>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
        {word}
      </li>
    ))}
    {children}
  </ul>
);
