import { useQuery } from '@tanstack/react-query';
import { studentSummaryQuery } from '../../attendance/student/student.api.ts';
import { formatDay } from '../../../lib/day.ts';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';

/** A student's percentage and the days it covers. */
export const AttendanceFigures = ({ email }: { readonly email: string }) => {
  const { data, error, refetch } = useQuery(studentSummaryQuery(email));
  if (!data)
    return (
      <UntilLoaded
        query={{ error, refetch }}
        loading="Loading attendance..."
        failed="The attendance could not be loaded"
      >
        <SkeletonRows rows={3} columns={2} />
      </UntilLoaded>
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
