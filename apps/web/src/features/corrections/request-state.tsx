import type { Correction } from '@campus/contract';
import { IconCircleCheckFilled, IconClock, IconX } from '@tabler/icons-react';
import { Badge } from '../../ui/badge.tsx';

const states = {
  open: { label: 'Waiting', tone: 'waiting', icon: IconClock },
  approved: { label: 'Approved', tone: 'good', icon: IconCircleCheckFilled },
  refused: { label: 'Refused', tone: 'refused', icon: IconX, stroke: 2.6 },
} as const;

/** What has become of a request: approved is soft, refused solid, waiting dashed. */
export const RequestState = ({ state }: Pick<Correction, 'state'>) => {
  const { label, ...look } = states[state];
  return <Badge {...look}>{label}</Badge>;
};
