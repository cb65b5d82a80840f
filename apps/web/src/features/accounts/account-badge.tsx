import type { PersonAccount } from '@campus/contract';
import {
  IconBan,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconClockX,
  IconMail,
  IconMailFast,
} from '@tabler/icons-react';
import { stateWords } from './account-words.ts';
import classes from './account-badge.module.css';

const looks = {
  never_invited: ['waiting', IconCircleDashed],
  invitation_waiting: ['waiting', IconMailFast],
  invited: ['waiting', IconMail],
  link_expired: ['bad', IconClockX],
  active: ['good', IconCircleCheckFilled],
  deactivated: ['bad', IconBan],
} as const;

export const AccountBadge = ({ state }: { readonly state: PersonAccount['state'] }) => {
  const [tone, Icon] = looks[state];
  return (
    <span className={classes['badge']} data-tone={tone}>
      <Icon size={17} stroke={1.75} aria-hidden />
      {stateWords[state]}
    </span>
  );
};
