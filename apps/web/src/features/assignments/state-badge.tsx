import type { HandInState } from '@campus/contract';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconInbox,
} from '@tabler/icons-react';
import classes from './state-badge.module.css';

const looks = {
  open: { text: 'Open', Icon: IconClock, tone: 'waiting' },
  overdue: { text: 'Overdue', Icon: IconAlertTriangle, tone: 'bad' },
  missed: { text: 'Missed', Icon: IconCircleX, tone: 'bad' },
  handedIn: { text: 'Handed in', Icon: IconInbox, tone: 'waiting' },
  returned: { text: 'Returned', Icon: IconCircleCheck, tone: 'good' },
} as const;

interface StateBadgeProps {
  readonly state: HandInState;
  readonly late?: boolean;
}

/** Where a student's work stands, said and drawn. */
export const StateBadge = ({ state, late = false }: StateBadgeProps) => {
  const { text, Icon, tone } = looks[state];
  return (
    <span className={classes['badge']} data-tone={tone}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {late ? `${text}, late` : text}
    </span>
  );
};
