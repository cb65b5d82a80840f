import { type HandInState, handInStates } from '@campus/contract';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconInbox,
} from '@tabler/icons-react';
import { Badge } from '../../ui/badge.tsx';

const badges = {
  open: { icon: IconClock, tone: 'pending' },
  overdue: { icon: IconAlertTriangle, tone: 'bad' },
  missed: { icon: IconCircleX, tone: 'bad' },
  handedIn: { icon: IconInbox, tone: 'pending' },
  returned: { icon: IconCircleCheck, tone: 'good' },
} as const;

interface StateBadgeProps {
  readonly state: HandInState;
  readonly late?: boolean;
}

export const StateBadge = ({ state, late = false }: StateBadgeProps) => {
  const { icon, tone } = badges[state];
  const text = handInStates[state];
  return (
    <Badge tone={tone} icon={icon}>
      {late ? `${text}, late` : text}
    </Badge>
  );
};
