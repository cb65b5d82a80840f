import { OptionalValue } from '../../../ui/optional-value.tsx';
import { Ring } from '../../../ui/ring.tsx';
import classes from './percentage-ring.module.css';

/** A percentage as a ring around its figure; the colour says nothing about good or bad. */
export const PercentageRing = ({ percentage }: { readonly percentage: number | null }) => (
  <div className={classes['ring']}>
    <Ring percent={percentage} size={196} thickness={15}>
      <p className={classes['figure']}>
        {percentage === null ? (
          <OptionalValue value={null} />
        ) : (
          <>
            {percentage}
            <small>%</small>
          </>
        )}
      </p>
    </Ring>
  </div>
);
