import { formatCount } from '../../lib/count.ts';
import { OptionalValue } from '../../ui/optional-value.tsx';
import { Ring } from '../../ui/ring.tsx';
import classes from './score-figures.module.css';

interface ScoreFiguresProps {
  /** Null if there are no marks. */
  readonly averageScore: number | null;
  /** Null if unknown. */
  readonly totalStudents: number | null;
}

/** The average as a ring, beside the two main figures. */
export const ScoreFigures = ({ averageScore, totalStudents }: ScoreFiguresProps) => {
  const average = averageScore === null ? null : Math.round(averageScore);
  return (
    <div className={classes['figures']}>
      <Ring percent={averageScore} size={84} thickness={8}>
        <span className={classes['inside']} aria-hidden>
          {average ?? '–'}
        </span>
      </Ring>
      <dl className={classes['list']}>
        <div>
          <dt>Average score</dt>
          <dd>
            <OptionalValue value={average} />
          </dd>
        </div>
        <div>
          <dt>Total students</dt>
          <dd>
            <OptionalValue value={totalStudents && formatCount(totalStudents)} />
          </dd>
        </div>
      </dl>
    </div>
  );
};
