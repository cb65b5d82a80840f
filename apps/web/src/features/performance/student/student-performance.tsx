import type { MonthlyMarks } from '@campus/contract';
import { IconChartLine } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { Card } from '../../../ui/card.tsx';
import { LineChart } from '../../../ui/chart/chart.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { Loading, SkeletonBar } from '../../../ui/loading.tsx';
import { monthName } from '../month-name.ts';
import { MonthsTable } from './months-table.tsx';
import { monthlyMarksQuery } from './student-results.api.ts';
import classes from './student-performance.module.css';

interface StudentPerformanceProps {
  readonly email: string;
  /** While nothing is published. */
  readonly empty: string;
  /** The way to the result sheet of a term. */
  readonly renderSheetLink: (termId: string) => ReactNode;
}

const Chart = ({ months, total, score }: MonthlyMarks) => (
  <Card title="Monthly marks">
    <LineChart
      label="Marks by month"
      columns={['Month', 'Marks']}
      items={months.map(({ month, marks }) => ({ label: monthName(month), value: marks }))}
      height={340}
    />
    <p className={classes['total']}>
      Total <strong>{total}</strong>
      {score !== null && <span>{score}% of all marks</span>}
    </p>
  </Card>
);

const Waiting = () => (
  <Loading text="Loading performance...">
    <Card>
      <SkeletonBar height={340} />
    </Card>
  </Loading>
);

/** A student's published marks month by month, for everybody who may see them. */
export const StudentPerformance = ({ email, empty, renderSheetLink }: StudentPerformanceProps) => {
  const [termId, setTermId] = useState<string | null>(null);
  const { data, isError, error, refetch, isPlaceholderData } = useQuery(
    monthlyMarksQuery(email, termId),
  );
  if (!data)
    return isError ? (
      <Card>
        <ErrorState
          text={errorText(error, 'The marks could not be loaded.')}
          onRetry={() => void refetch()}
        />
      </Card>
    ) : (
      <Waiting />
    );
  if (data.terms.length === 0)
    return (
      <Card>
        <EmptyState icon={<IconChartLine stroke={1.75} />} text={empty} />
      </Card>
    );
  return (
    <div className={classes['page']} data-waiting={isPlaceholderData || undefined}>
      <div className={classes['tools']}>
        {data.terms.length > 1 && (
          <SelectField
            label="Term"
            data={[
              ...data.terms.map(({ id, name }) => ({ value: id, label: name })),
              { value: 'all', label: 'All terms' },
            ]}
            value={termId ?? data.term?.id ?? 'all'}
            onChange={(event) => setTermId(event.currentTarget.value)}
          />
        )}
        {data.term && renderSheetLink(data.term.id)}
      </div>
      <Chart {...data} />
      <Card title="In figures" flush>
        <MonthsTable {...data} />
      </Card>
    </div>
  );
};
