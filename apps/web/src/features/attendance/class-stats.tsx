import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { OrNa } from '../../ui/na.tsx';
import { statsQuery } from './attendance.api.ts';
import { useFailureToast } from './use-failure-toast.ts';
import classes from './class-picker.module.css';

/** Classes marked so far in a subject, and the share of present marks. */
export const ClassStats = ({ subjectId }: { readonly subjectId: string }) => {
  const stats = useQuery(statsQuery(subjectId));
  useFailureToast('Failed to fetch stats', stats.error);
  const percentage = stats.data?.attendancePercentage;
  const waiting = stats.isPending ? '…' : null;
  return (
    <>
      <dl className={classes['stats']}>
        <div>
          <dt>Total Classes</dt>
          <dd>
            <OrNa value={stats.data?.totalClasses ?? waiting} />
          </dd>
        </div>
        <div>
          <dt>Attendance Percentage</dt>
          <dd>
            <OrNa value={typeof percentage === 'number' ? `${percentage}%` : waiting} />
          </dd>
        </div>
      </dl>
      {stats.isError && (
        <Button variant="subtle" size="compact-sm" onClick={() => void stats.refetch()}>
          Try again
        </Button>
      )}
    </>
  );
};
