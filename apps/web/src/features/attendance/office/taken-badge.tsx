import { IconCircleCheckFilled, IconCircleDashed, IconProgressCheck } from '@tabler/icons-react';
import type { ClassState } from './class-state.ts';
import classes from './taken-badge.module.css';

const badges = {
  taken: { text: 'Taken', Icon: IconCircleCheckFilled },
  partly: { text: 'Partly taken', Icon: IconProgressCheck },
  open: { text: 'Not taken', Icon: IconCircleDashed },
  empty: { text: 'No students', Icon: null },
} as const;

export const TakenBadge = ({ state }: { readonly state: ClassState }) => {
  const { text, Icon } = badges[state];
  return (
    <span className={classes['badge']} data-state={state}>
      {Icon && <Icon size={17} stroke={1.75} aria-hidden />}
      {text}
    </span>
  );
};
