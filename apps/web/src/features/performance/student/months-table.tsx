import { type MonthlyMarks, type MonthOfMarks, percentOf } from '@campus/contract';
import { DataTable } from '../../../ui/data-table.tsx';
import { monthName } from '../month-name.ts';
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
export const MonthsTable = ({ months, total, maxMarks }: MonthlyMarks) => (
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
