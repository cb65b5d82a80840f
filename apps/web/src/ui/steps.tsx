import { useEffect, useRef } from 'react';
import classes from './steps.module.css';

interface StepsProps {
  readonly names: readonly string[];
  readonly current: string;
  /** Whether it replaces the element that had the focus. */
  readonly takesFocus?: boolean;
}

/** Shows the current step. Takes the focus when it changes: the button that had it is gone by then. */
export const Steps = ({ names, current, takesFocus = false }: StepsProps) => {
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(takesFocus ? '' : current);
  useEffect(() => {
    if (shown.current === current) return;
    shown.current = current;
    list.current?.focus();
  }, [current]);
  return (
    <ol ref={list} tabIndex={-1} className={classes['steps']} aria-label="Steps">
      {names.map((name, index) => (
        <li
          key={name}
          aria-current={name === current ? 'step' : undefined}
          data-completed={index < names.indexOf(current) || undefined}
        >
          <span aria-hidden>{index + 1}</span>
          {name}
        </li>
      ))}
    </ol>
  );
};
