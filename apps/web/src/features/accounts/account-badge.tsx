import type { PersonAccount } from '@campus/contract';
import {
  IconBan,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconClockX,
  IconMail,
  IconMailFast,
} from '@tabler/icons-react';
import { Badge } from '../../ui/badge.tsx';
import { stateWords } from './account-words.ts';

const looks = {
  never_invited: ['waiting', IconCircleDashed],
  invitation_waiting: ['waiting', IconMailFast],
  invited: ['waiting', IconMail],
  link_expired: ['bad', IconClockX],
  active: ['good', IconCircleCheckFilled],
  deactivated: ['bad', IconBan],
} as const;

export const AccountBadge = ({ state }: { readonly state: PersonAccount['state'] }) => {
  const [tone, icon] = looks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {stateWords[state]}
    </Badge>
  );
};
