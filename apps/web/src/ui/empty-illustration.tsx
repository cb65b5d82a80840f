import type { Icon } from '@tabler/icons-react';
import classes from './empty-illustration.module.css';

interface EmptyIllustrationProps {
  readonly icon: Icon;
  readonly tone?: 'lamp' | 'brick';
}

/** The hall that stands where there is nothing to show, an icon in its lit door. */
export const EmptyIllustration = ({ icon: Drawn, tone = 'lamp' }: EmptyIllustrationProps) => (
  <span className={classes['hall']} data-tone={tone} aria-hidden>
    <svg viewBox="0 0 190 112" width="190" height="112">
      <g className={classes['walls']}>
        <path className={classes['wall']} d="M8 98V52h50M132 52h50v46M58 98V30L95 10l37 20v68" />
        <path d="M52 30h86M4 52h54M132 52h54" />
        <path
          className={classes['window']}
          d="M16 98V78a9 9 0 0 1 18 0v20M38 98V78a8 8 0 0 1 16 0v20M136 98V78a8 8 0 0 1 16 0v20M156 98V78a9 9 0 0 1 18 0v20"
        />
        <path d="M0 98h190M50 104h90M42 110h106" />
      </g>
      <path className={classes['door']} d="M70 98V62a25 25 0 0 1 50 0v36z" />
    </svg>
    <span className={classes['icon']}>
      <Drawn stroke={1.75} />
    </span>
  </span>
);
