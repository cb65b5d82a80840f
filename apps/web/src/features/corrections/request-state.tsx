import type { Correction } from '@campus/contract';
import { IconClock } from '@tabler/icons-react';
import { Badge } from '../../ui/badge.tsx';

const states = {
  open: { children: 'Waiting', tone: 'pending', icon: IconClock },
  approved: { children: 'Approved', tone: 'good' },
  refused: { children: 'Refused', tone: 'refused' },
} as const;

/** The state of a request: approved is soft, refused solid, waiting dashed. */
export const RequestState = ({ state }: Pick<Correction, 'state'>) => <Badge {...states[state]} />;
