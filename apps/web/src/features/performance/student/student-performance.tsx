import { type MonthlyMarks, type MonthOfMarks, percentOf } from '@campus/contract';
import { IconChartLine } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { Card } from '../../../ui/card.tsx';
import { LineChart } from '../../../ui/chart/chart.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { Loading, SkeletonBar } from '../../../ui/loading.tsx';
import { monthName } from '../month-name.ts';
import { monthlyMarksQuery } from './student-results.api.ts';
import classes from './student-performance.module.css';

const sat = ({ exams, absent }: MonthOfMarks): string =>
  `${exams}${absent > 0 ? ` (${absent} absent)` : ''}`;

const Marks = ({ marks, maxMarks }: Pick<MonthOfMarks, 'marks' | 'maxMarks'>) => {
  const percent = percentOf({ marks, maxMarks });
  return (
    <>
      <td data-number>
        {marks} of {maxMarks}
      </td>
      <td data-number>{percent === null ? 'N/A' : `${percent}%`}</td>
    </>
  );
};

/** Marks month by month in words, and their total. */
const MonthsTable = ({ months, total, maxMarks }: MonthlyMarks) => (
  <DataTable label="Monthly marks" className={classes['months']}>
    <thead>
      <tr>
        <th scope="col">Month</th>
        <th scope="col" data-number>
          Exams
        </th>
        <th scope="col" data-number>
          Marks
        </th>
        <th scope="col" data-number>
          Percent
        </th>
      </tr>
    </thead>
    <tbody>
      {months.map((month) => (
        <tr key={month.month}>
          <th scope="row">{monthName(month.month)}</th>
          <td data-number data-quiet>
            {sat(month)}
          </td>
          <Marks {...month} />
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row" colSpan={2}>
          Total
        </th>
        <Marks marks={total} maxMarks={maxMarks} />
      </tr>
    </tfoot>
  </DataTable>
);

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
        <EmptyState icon={IconChartLine} text={empty} />
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
