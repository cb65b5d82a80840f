import { type Icon, IconDoor, IconSchool, IconUsers } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { formatCount } from '../../lib/count.ts';
import { FallbackNote, SkeletonBar } from '../../ui/loaded.tsx';
import { OptionalValue } from '../../ui/optional-value.tsx';
import { type Counted, countQuery } from './overview.api.ts';
import classes from './stats.module.css';

const kinds: Readonly<Record<Counted, { label: string; icon: Icon; color: 'amber' | 'teal' }>> = {
  students: { label: 'Total Students', icon: IconUsers, color: 'amber' },
  faculty: { label: 'Total Teachers', icon: IconSchool, color: 'teal' },
  classes: { label: 'Total Classes', icon: IconDoor, color: 'amber' },
};

interface StatProps {
  readonly what: Counted;
  readonly pending: boolean;
  readonly value: number | undefined;
}

const Stat = ({ what, pending, value }: StatProps) => {
  const { label, icon: StatIcon, color } = kinds[what];
  return (
    <li className={classes['stat']}>
      <span className={classes['icon']} data-color={color} aria-hidden>
        <StatIcon size={22} stroke={1.75} />
      </span>
      <div className={classes['text']}>
        <p className={classes['figure']}>
          {pending ? (
            <SkeletonBar width={72} height={30} />
          ) : (
            <OptionalValue value={value === undefined ? null : formatCount(value)} />
          )}
        </p>
        <p className={classes['label']}>{label}</p>
      </div>
    </li>
  );
};

interface StatsProps {
  readonly what: readonly Counted[];
  /** Given on a teacher's dashboard. */
  readonly facultyUnivId?: string | null | undefined;
}

/** Counts. One that could not be read shows N/A, with a button to try again. */
export const Stats = ({ what, facultyUnivId }: StatsProps) => {
  const answers = useQueries({
    queries: what.map((one) => countQuery(one, facultyUnivId)),
  });
  const failed = answers.filter((answer) => answer.data === undefined && answer.isFetched);
  return (
    <div>
      <ul className={classes['stats']} aria-label="Overview">
        {answers.map((answer, at) => {
          const one = what[at];
          return (
            one && <Stat key={one} what={one} pending={!answer.isFetched} value={answer.data} />
          );
        })}
      </ul>
      {failed.length > 0 && (
        <FallbackNote
          what={failed.length === 1 ? 'One figure' : 'Some figures'}
          onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))}
        />
      )}
    </div>
  );
};
