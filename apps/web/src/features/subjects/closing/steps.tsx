import { useEffect, useRef } from 'react';
import classes from './steps.module.css';

const names = ['Choose', 'Check', 'Done'];

/** Where one is on the way, from 1. Takes the focus when it goes on: the button is gone by then. */
export const Steps = ({ current }: { readonly current: number }) => {
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(current);
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
          aria-current={index + 1 === current ? 'step' : undefined}
          data-past={index + 1 < current || undefined}
        >
          <span aria-hidden>{index + 1}</span>
          {name}
        </li>
      ))}
    </ol>
  );
};
