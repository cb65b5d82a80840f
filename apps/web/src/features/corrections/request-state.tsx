import type { Correction } from '@campus/contract';
import { IconCircleCheckFilled, IconClock, IconX } from '@tabler/icons-react';
import classes from './request-state.module.css';

const states = {
  open: { label: 'Waiting', icon: <IconClock size={17} stroke={1.75} aria-hidden /> },
  approved: { label: 'Approved', icon: <IconCircleCheckFilled size={17} aria-hidden /> },
  refused: { label: 'Refused', icon: <IconX size={17} stroke={2.6} aria-hidden /> },
} as const;

/** What has become of a request: approved is soft, refused solid, waiting dashed. */
export const RequestState = ({ state }: Pick<Correction, 'state'>) => (
  <span className={classes['state']} data-state={state}>
    {states[state].icon}
    {states[state].label}
  </span>
);
