import {
  missedExamsInWords,
  type MonthlyMarks,
  type MonthOfMarks,
  percentOf,
} from '@campus/contract';
import { IconChartLine, IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { percentText } from '../../../lib/count.ts';
import { Card } from '../../../ui/page.tsx';
import { LineChart } from '../../../ui/chart/chart.tsx';
import { EmptyState, Loaded, SkeletonBar } from '../../../ui/loaded.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { monthName } from '../month-name.ts';
import { monthlyMarksQuery } from '../performance.api.ts';
import classes from './student-performance.module.css';

const examCount = ({ exams, absent }: MonthOfMarks): string =>
  `${exams}${absent > 0 ? ` (${absent} absent)` : ''}`;

const marksOf = ({ marks, maxMarks }: Pick<MonthOfMarks, 'marks' | 'maxMarks'>): string =>
  `${marks} of ${maxMarks}`;

const percent = (marks: Pick<MonthOfMarks, 'marks' | 'maxMarks'>): string =>
  percentText(percentOf(marks)) ?? 'N/A';

const MonthsTable = ({ months, total, maxMarks }: MonthlyMarks) => (
  <RecordTable
    label="Monthly marks"
    className={classes['months']}
    rows={months}
    keyOf={({ month }) => month}
    columns={[
      { head: 'Month', render: ({ month }) => monthName(month) },
      { head: 'Exams', render: examCount, alignRight: true, muted: true },
      { head: 'Marks', render: marksOf, alignRight: true },
      { head: 'Percent', render: percent, alignRight: true },
    ]}
    footer={
      <tr>
        <th scope="row" colSpan={2}>
          Total
        </th>
        <td data-number>{marksOf({ marks: total, maxMarks })}</td>
        <td data-number>{percent({ marks: total, maxMarks })}</td>
      </tr>
    }
  />
);

interface StudentPerformanceProps {
  readonly email: string;
  /** Shown while nothing is published. */
  readonly empty: string;
  /** The address below which each term has its result sheet. */
  readonly sheets: string;
}

const Chart = ({ months, total, score, term, terms }: MonthlyMarks) => (
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
    <p className={classes['rule']}>
      {missedExamsInWords(terms.filter(({ id }) => !term || term.id === id))}
    </p>
  </Card>
);

/** A student's published marks by month, for everybody who may see them. */
export const StudentPerformance = ({ email, empty, sheets }: StudentPerformanceProps) => {
  const [termId, setTermId] = useState<string | null>(null);
  const marks = useQuery(monthlyMarksQuery(email, termId));
  return (
    <Loaded
      query={marks}
      what="performance"
      failed="The marks could not be loaded."
      skeleton={<SkeletonBar height={340} />}
      card
    >
      {(data) =>
        data.terms.length === 0 ? (
          <EmptyState card icon={IconChartLine} text={empty} />
        ) : (
          <div className={classes['page']} data-stale={marks.isPlaceholderData || undefined}>
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
              {/* The latest term's sheet lists all terms. */}
              <Link
                to={`${sheets}/${(data.term ?? data.terms[0])?.id}`}
                className={classes['sheet'] ?? ''}
              >
                <IconFileText size={18} stroke={1.75} aria-hidden />
                Result sheet
              </Link>
            </div>
            <Chart {...data} />
            <Card title="In figures" flush>
              <MonthsTable {...data} />
            </Card>
          </div>
        )
      }
    </Loaded>
  );
};
