import type { MonthlyMarks } from '@campus/contract';
import { DataTable } from '../../../ui/data-table.tsx';
import { monthName } from '../month-name.ts';
import classes from './student-performance.module.css';

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
          Out of
        </th>
      </tr>
    </thead>
    <tbody>
      {months.map(({ month, marks, maxMarks: most, exams, absent }) => (
        <tr key={month}>
          <th scope="row">{monthName(month)}</th>
          <td data-number data-quiet>
            {exams}
            {absent > 0 && `, absent from ${absent}`}
          </td>
          <td data-number>{marks}</td>
          <td data-number data-quiet>
            {most}
          </td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row" colSpan={2}>
          Total
        </th>
        <td data-number>{total}</td>
        <td data-number>{maxMarks}</td>
      </tr>
    </tfoot>
  </DataTable>
);
