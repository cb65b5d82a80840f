import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { OptionalValue } from '../../ui/optional-value.tsx';
import { type ClassDay, statsQuery } from './attendance.api.ts';
import { useFailureToast } from './use-failure-toast.ts';
import classes from './class-picker.module.css';

/**
 * Classes marked so far in a subject or section, and the share of present marks; refetched when the
 * day changes.
 */
export const ClassStats = ({ subjectId, sectionId, date }: ClassDay) => {
  const stats = useQuery(statsQuery({ subjectId, sectionId }));
  const { refetch } = stats;
  const day = useRef(date);
  useEffect(() => {
    if (day.current === date) return;
    day.current = date;
    void refetch();
  }, [date, refetch]);
  useFailureToast('Failed to fetch stats', stats.error);
  const percentage = stats.data?.attendancePercentage;
  const waiting = stats.isPending ? '…' : null;
  return (
    <>
      <dl className={classes['stats']}>
        <div>
          <dt>Total Classes</dt>
          <dd>
            <OptionalValue value={stats.data?.totalClasses ?? waiting} />
          </dd>
        </div>
        <div>
          <dt>Attendance Percentage</dt>
          <dd>
            <OptionalValue value={typeof percentage === 'number' ? `${percentage}%` : waiting} />
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
