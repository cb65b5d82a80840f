import type { TermState as State } from '@campus/contract';
import { IconCalendarTime, IconCircleCheckFilled, IconLock } from '@tabler/icons-react';
import classes from './term-state.module.css';

const states = {
  planned: { icon: IconCalendarTime, word: 'Planned' },
  open: { icon: IconCircleCheckFilled, word: 'Open' },
  closed: { icon: IconLock, word: 'Closed' },
} as const;

export const TermState = ({ state }: { readonly state: State }) => {
  const { icon: Icon, word } = states[state];
  return (
    <span className={classes['state']} data-state={state}>
      <Icon size={17} stroke={1.75} aria-hidden />
      {word}
    </span>
  );
};
