import type { StudentScore } from '@campus/contract';
import { DataTable, SortHeader } from '../../../ui/data-table.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import type { ScoreSort, ViewProps } from './performance-view.ts';
import { StudentName } from './student-name.tsx';
import classes from './school.module.css';

interface ScoreTableProps extends ViewProps {
  readonly rows: readonly StudentScore[];
}

const exams = ({ results, absent }: StudentScore): string =>
  `${results} ${results === 1 ? 'exam' : 'exams'}${absent > 0 ? `, absent from ${absent}` : ''}`;

/** The individual list: who has which score, out of how many exams. */
export const ScoreTable = ({ rows, view, setView }: ScoreTableProps) => {
  const head = (label: string, column: ScoreSort) => (
    <SortHeader label={label} column={column} view={view} onSort={setView} />
  );
  return (
    <DataTable label="Individual list" className={classes['table']}>
      <thead>
        <tr>
          {head('Name', 'name')}
          {head('Roll No', 'rollNo')}
          <th scope="col">Exams</th>
          {head('Score', 'score')}
          <th scope="col">Letter</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.studentId} className={classes['row']}>
            <th scope="row" className={classes['name']}>
              <StudentName {...row} />
            </th>
            <td className={classes['roll']}>
              <OptionalValue value={row.studentRollNo} />
            </td>
            <td className={classes['exams']} data-quiet>
              {exams(row)}
            </td>
            <td className={classes['score']}>{row.score}%</td>
            <td className={classes['letter']}>{row.letter}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
};
