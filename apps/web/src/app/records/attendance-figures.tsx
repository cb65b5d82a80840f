import { useQuery } from '@tanstack/react-query';
import { studentSummaryQuery } from '../../features/attendance/attendance.api.ts';
import { formatDay } from '../../lib/day.ts';
import { errorText } from '../../lib/error-text.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../ui/loading.tsx';

/** A student's percentage and the days it covers. */
export const AttendanceFigures = ({ email }: { readonly email: string }) => {
  const { data, error, isPending, refetch } = useQuery(studentSummaryQuery(email));
  if (isPending)
    return (
      <Loading text="Loading attendance...">
        <SkeletonRows rows={3} columns={2} />
      </Loading>
    );
  if (!data)
    return (
      <ErrorState
        text={errorText(error, 'The attendance could not be loaded')}
        onRetry={() => void refetch()}
      />
    );
  const { overallPercentage, startDate, endDate } = data;
  return (
    <DefinitionList
      items={[
        ['Overall', overallPercentage === null ? null : `${overallPercentage}%`],
        ['From', startDate && formatDay(startDate)],
        ['To', endDate && formatDay(endDate)],
      ]}
    />
  );
};
