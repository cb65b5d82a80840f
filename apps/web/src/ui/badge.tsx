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
  /** Good is soft, refused is solid, waiting is dashed: told apart without colour, too. Look is lit. */
  readonly tone:
    | 'good'
    | 'partly'
    | 'bad'
    | 'refused'
    | 'waiting'
    | 'look'
    | 'coming'
    | 'over'
    | 'none';
  /** Where it is not the usual one of the tone. */
  readonly icon?: Icon;
  readonly children: ReactNode;
}

const usual: Partial<Record<BadgeProps['tone'], Icon>> = {
  good: IconCircleCheckFilled,
  refused: IconX,
  waiting: IconCircleDashed,
  look: IconAlertTriangle,
};

/** A state: an icon and the word. */
export const Badge = ({ tone, icon, children }: BadgeProps) => {
  const Drawn = icon ?? usual[tone];
  return (
    <span className={classes['badge']} data-tone={tone}>
      {Drawn && <Drawn size={17} stroke={Drawn === IconX ? 2.6 : 1.75} aria-hidden />}
      {children}
    </span>
  );
};
