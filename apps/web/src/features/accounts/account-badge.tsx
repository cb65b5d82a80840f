import type { PersonAccount } from '@campus/contract';
import { IconBan, IconClockX, IconMail, IconMailFast } from '@tabler/icons-react';
import { Badge } from '../../ui/badge.tsx';

const states = {
  never_invited: { children: 'Not invited', tone: 'pending' },
  invitation_waiting: { children: 'Invitation on its way', tone: 'pending', icon: IconMailFast },
  invited: { children: 'Invited', tone: 'pending', icon: IconMail },
  link_expired: { children: 'Invitation expired', tone: 'bad', icon: IconClockX },
  active: { children: 'Active', tone: 'good' },
  deactivated: { children: 'Deactivated', tone: 'bad', icon: IconBan },
} as const;

export const AccountBadge = ({ state }: { readonly state: PersonAccount['state'] }) => (
  <Badge {...states[state]} />
);
