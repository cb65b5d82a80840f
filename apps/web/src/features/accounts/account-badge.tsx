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

const states = {
  never_invited: ['Not invited', 'waiting', IconCircleDashed],
  invitation_waiting: ['Invitation on its way', 'waiting', IconMailFast],
  invited: ['Invited', 'waiting', IconMail],
  link_expired: ['Invitation expired', 'bad', IconClockX],
  active: ['Active', 'good', IconCircleCheckFilled],
  deactivated: ['Deactivated', 'bad', IconBan],
} as const;

export const AccountBadge = ({ state }: { readonly state: PersonAccount['state'] }) => {
  const [label, tone, icon] = states[state];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
};
