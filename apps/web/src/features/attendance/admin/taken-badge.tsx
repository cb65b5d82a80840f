import { IconCircleCheckFilled, IconCircleDashed, IconProgressCheck } from '@tabler/icons-react';
import { Badge } from '../../../ui/badge.tsx';
import type { ClassState } from './class-state.ts';

const badges = {
  taken: { text: 'Taken', icon: IconCircleCheckFilled, tone: 'good' },
  partly: { text: 'Partly taken', icon: IconProgressCheck, tone: 'partly' },
  open: { text: 'Not taken', icon: IconCircleDashed, tone: 'waiting' },
  empty: { text: 'No students', icon: null, tone: 'none' },
} as const;

export const TakenBadge = ({ state }: { readonly state: ClassState }) => {
  const { text, icon, tone } = badges[state];
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  );
};
