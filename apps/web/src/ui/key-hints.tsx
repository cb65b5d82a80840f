import type { ReactNode } from 'react';
import classes from './key-hints.module.css';

interface KeyHintsProps {
  readonly label: string;
  readonly hints: readonly (readonly [keys: readonly string[], word: string])[];
  /** Further list items. */
  readonly children?: ReactNode;
}

/** Keyboard shortcuts of a table; hidden on devices without a keyboard. */
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
