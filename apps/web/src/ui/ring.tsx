import type { ReactNode } from 'react';
import classes from './ring.module.css';

interface RingProps {
  /** From 0 to 100; null draws the track alone. */
  readonly percent: number | null;
  /** In pixels. */
  readonly size: number;
  readonly thickness: number;
  /** Shown in the middle; must say in words what the ring shows. */
  readonly children: ReactNode;
}

/** A percentage as a ring. The drawing itself is hidden from screen readers. */
export const Ring = ({ percent, size, thickness, children }: RingProps) => {
  const radius = (size - thickness) / 2;
  const round = 2 * Math.PI * radius;
  const circle = { cx: size / 2, cy: size / 2, r: radius, strokeWidth: thickness };
  return (
    <div className={classes['ring']}>
      <svg viewBox={`0 0 ${size} ${size}`} width={size} height={size} aria-hidden>
        <circle className={classes['track']} {...circle} />
        {percent !== null && percent > 0 && (
          <circle
            className={classes['value']}
            {...circle}
            strokeDasharray={`${(round * percent) / 100} ${round}`}
            transform={`rotate(-90 ${size / 2} ${size / 2})`}
          />
        )}
      </svg>
      {children}
    </div>
  );
};
