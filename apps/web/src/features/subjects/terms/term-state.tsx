import type { TermState as State } from '@campus/contract';
import { IconCalendarTime, IconCircleCheckFilled, IconLock } from '@tabler/icons-react';
import { Badge } from '../../../ui/badge.tsx';

const states = {
  planned: { tone: 'waiting', icon: IconCalendarTime, word: 'Planned' },
  open: { tone: 'good', icon: IconCircleCheckFilled, word: 'Open' },
  closed: { tone: 'over', icon: IconLock, word: 'Closed' },
} as const;

export const TermState = ({ state }: { readonly state: State }) => {
  const { word, ...look } = states[state];
  return <Badge {...look}>{word}</Badge>;
};
