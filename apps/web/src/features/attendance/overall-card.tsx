import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../lib/day.ts';
import { errorText } from '../../lib/error-text.ts';
import { Card } from '../../ui/card.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, SkeletonBar } from '../../ui/loading.tsx';
import { studentSummaryQuery } from './attendance.api.ts';
import { PercentageRing } from './percentage-ring.tsx';

const day = (date: string | null): string | null => date && formatDay(date);

/** The student's percentage over all subjects, and the days it covers. */
export const OverallCard = ({ email }: { readonly email: string }) => {
  const summary = useQuery(studentSummaryQuery(email));
  if (summary.data) {
    const { overallPercentage, startDate, endDate } = summary.data;
    return (
      <Card title="Overall">
        <PercentageRing percentage={overallPercentage} />
        <DefinitionList
          items={[
            ['From', day(startDate)],
            ['To', day(endDate)],
          ]}
        />
      </Card>
    );
  }
  return (
    <Card title="Overall">
      {summary.isError ? (
        <ErrorState
          text={errorText(summary.error, 'Your attendance could not be loaded.')}
          onRetry={() => void summary.refetch()}
        />
      ) : (
        <Loading text="Loading attendance...">
          <SkeletonBar height={196} />
        </Loading>
      )}
    </Card>
  );
};
