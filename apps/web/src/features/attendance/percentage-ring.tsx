import { OrNa } from '../../ui/na.tsx';
import classes from './percentage-ring.module.css';

const size = 196;
const thickness = 15;
const radius = (size - thickness) / 2;
const round = 2 * Math.PI * radius;

/** A percentage as a ring around its figure; the colour says nothing about good or bad. */
export const PercentageRing = ({ percentage }: { readonly percentage: number | null }) => (
  <div className={classes['ring']}>
    <svg viewBox={`0 0 ${size} ${size}`} width={size} height={size} aria-hidden>
      <circle className={classes['track']} cx={size / 2} cy={size / 2} r={radius} />
      {percentage !== null && percentage > 0 && (
        <circle
          className={classes['value']}
          cx={size / 2}
          cy={size / 2}
          r={radius}
          strokeDasharray={`${(round * percentage) / 100} ${round}`}
          transform={`rotate(-90 ${size / 2} ${size / 2})`}
        />
      )}
    </svg>
    <p className={classes['figure']}>
      {percentage === null ? (
        <OrNa value={null} />
      ) : (
        <>
          {percentage}
          <small>%</small>
        </>
      )}
    </p>
  </div>
);
