import type { HandInState } from '@campus/contract';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconInbox,
} from '@tabler/icons-react';
import { Badge } from '../../ui/badge.tsx';

const badges = {
  open: { text: 'Open', icon: IconClock, tone: 'pending' },
  overdue: { text: 'Overdue', icon: IconAlertTriangle, tone: 'bad' },
  missed: { text: 'Missed', icon: IconCircleX, tone: 'bad' },
  handedIn: { text: 'Handed in', icon: IconInbox, tone: 'pending' },
  returned: { text: 'Returned', icon: IconCircleCheck, tone: 'good' },
} as const;

interface StateBadgeProps {
  readonly state: HandInState;
  readonly late?: boolean;
}

export const StateBadge = ({ state, late = false }: StateBadgeProps) => {
  const { text, icon, tone } = badges[state];
  return (
    <Badge tone={tone} icon={icon}>
      {late ? `${text}, late` : text}
    </Badge>
  );
};
