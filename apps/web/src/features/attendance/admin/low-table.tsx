import type { LowAttendance } from '@campus/contract';
import { IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatDay } from '../../../lib/day.ts';
import { DataTable, SortHeader } from '../../../ui/data-table.tsx';
import { Hidden } from '../../../ui/hidden.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import type { LowSort, AttendanceView } from './attendance-view.ts';
import classes from './low-table.module.css';

interface LowTableProps {
  readonly rows: readonly LowAttendance[];
  readonly view: AttendanceView;
  readonly setView: (change: Partial<AttendanceView>) => void;
}

const LowRow = ({
  row,
  bySubject,
}: {
  readonly row: LowAttendance;
  readonly bySubject: boolean;
}) => (
  <tr className={classes['row']}>
    <th scope="row" className={classes['name']}>
      <Link to={`/admin/students/${row.studentId}/attendance`} className={classes['record']}>
        {row.studentName}
      </Link>
      <a href={`mailto:${row.studentEmail}`} title={`Email ${row.studentName}`}>
        <IconMail size={18} stroke={1.75} aria-hidden />
        <Hidden>Email {row.studentName}</Hidden>
      </a>
    </th>
    <td className={classes['roll']}>
      <OptionalValue value={row.studentRollNo} />
    </td>
    {bySubject && (
      <td className={classes['subject']}>
        {row.subject?.subjectName} <span data-quiet>({row.subject?.subjectCode})</span>
      </td>
    )}
    <td className={classes['percentage']} data-number>
      {row.percentage}%
    </td>
    <td className={classes['missed']} data-quiet>
      {row.classes - row.present} of {row.classes} missed
    </td>
    <td className={classes['days']} data-quiet>
      {formatDay(row.startDate)} to {formatDay(row.endDate)}
    </td>
  </tr>
);

/** Students below the percentage, with how many classes they missed and between which days. */
export const LowTable = ({ rows, view, setView }: LowTableProps) => {
  const bySubject = view.by === 'subject';
  const head = (label: string, column: LowSort) => (
    <SortHeader label={label} column={column} view={view} onSort={setView} />
  );
  return (
    <DataTable label="Students below the percentage" className={classes['table']}>
      <thead>
        <tr>
          {head('Name', 'name')}
          {head('Roll No', 'rollNo')}
          {bySubject && <th scope="col">Subject</th>}
          {head('Percentage', 'percentage')}
          <th scope="col">Classes</th>
          <th scope="col">From and to</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <LowRow
            key={`${row.studentId} ${row.subject?.id ?? ''}`}
            row={row}
            bySubject={bySubject}
          />
        ))}
      </tbody>
    </DataTable>
  );
};
