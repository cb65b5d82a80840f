import type { TermState as State } from '@campus/contract';
import { IconCalendarTime, IconLock } from '@tabler/icons-react';
import { Badge } from '../../../ui/badge.tsx';

const states = {
  planned: { tone: 'pending', icon: IconCalendarTime, children: 'Planned' },
  open: { tone: 'good', children: 'Open' },
  closed: { tone: 'closed', icon: IconLock, children: 'Closed' },
} as const;

export const TermState = ({ state }: { readonly state: State }) => <Badge {...states[state]} />;
