import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './badge.module.css';

interface BadgeProps {
  /** Tones differ without colour, too: good is tinted, refused is solid, pending is dashed, warning is highlighted. */
  readonly tone:
    | 'good'
    | 'partial'
    | 'bad'
    | 'refused'
    | 'pending'
    | 'warning'
    | 'upcoming'
    | 'closed'
    | 'neutral';
  /** Replaces the default icon of the tone. */
  readonly icon?: Icon;
  readonly children: ReactNode;
}

const defaultIcons: Partial<Record<BadgeProps['tone'], Icon>> = {
  good: IconCircleCheckFilled,
  refused: IconX,
  pending: IconCircleDashed,
  warning: IconAlertTriangle,
};

/** Shows a state as an icon and a word. */
export const Badge = ({ tone, icon, children }: BadgeProps) => {
  const Drawn = icon ?? defaultIcons[tone];
  return (
    <span className={classes['badge']} data-tone={tone}>
      {Drawn && <Drawn size={17} stroke={Drawn === IconX ? 2.6 : 1.75} aria-hidden />}
      {children}
    </span>
  );
};
