import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './badge.module.css';

interface BadgeProps {
  /** Good is soft, refused is solid, waiting is dashed: told apart without colour, too. Look is lit. */
  readonly tone: 'good' | 'partly' | 'bad' | 'refused' | 'waiting' | 'look' | 'over' | 'none';
  readonly icon?: Icon | null;
  /** Of the icon's lines; what is filled has none. */
  readonly stroke?: number;
  readonly children: ReactNode;
}

/** A state: an icon and the word. */
export const Badge = ({ tone, icon: Drawn = null, stroke = 1.75, children }: BadgeProps) => (
  <span className={classes['badge']} data-tone={tone}>
    {Drawn && <Drawn size={17} stroke={stroke} aria-hidden />}
    {children}
  </span>
);
