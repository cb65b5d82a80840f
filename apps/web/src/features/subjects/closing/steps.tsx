import classes from './steps.module.css';

const names = ['Choose', 'Check', 'Done'];

/** Where one is on the way, from 1. */
export const Steps = ({ current }: { readonly current: number }) => (
  <ol className={classes['steps']} aria-label="Steps">
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
