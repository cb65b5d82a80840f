import type { LowAttendance } from '@campus/contract';
import { IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatDay } from '../../../lib/day.ts';
import { Hidden } from '../../../ui/hidden.tsx';
import { type Column, RecordTable } from '../../../ui/record-table.tsx';
import type { LowSort, AttendanceView } from './attendance-view.ts';
import classes from './low-table.module.css';

interface LowTableProps {
  readonly rows: readonly LowAttendance[];
  readonly view: AttendanceView;
  readonly setView: (change: Partial<AttendanceView>) => void;
}

const name: Column<LowAttendance, LowSort> = {
  head: 'Name',
  sort: 'name',
  area: 'name',
  className: classes['name'],
  render: ({ studentId, studentName, studentEmail }) => (
    <>
      <Link to={`/admin/students/${studentId}/attendance`} className={classes['record']}>
        {studentName}
      </Link>
      <a href={`mailto:${studentEmail}`} title={`Email ${studentName}`}>
        <IconMail size={18} stroke={1.75} aria-hidden />
        <Hidden>Email {studentName}</Hidden>
      </a>
    </>
  ),
};

const rollNo: Column<LowAttendance, LowSort> = {
  head: 'Roll No',
  sort: 'rollNo',
  area: 'roll',
  className: classes['roll'],
  render: (row) => row.studentRollNo,
};

const subject: Column<LowAttendance, LowSort> = {
  head: 'Subject',
  area: 'subject',
  render: (row) => (
    <>
      {row.subject?.subjectName} <span data-quiet>({row.subject?.subjectCode})</span>
    </>
  ),
};

const figures: readonly Column<LowAttendance, LowSort>[] = [
  {
    head: 'Percentage',
    sort: 'percentage',
    area: 'percentage',
    className: classes['percentage'],
    render: ({ percentage }) => `${percentage}%`,
  },
  {
    head: 'Classes',
    area: 'missed',
    quiet: true,
    className: classes['missed'],
    render: (row) => `${row.classes - row.present} of ${row.classes} missed`,
  },
  {
    head: 'From and to',
    area: 'days',
    quiet: true,
    className: classes['days'],
    render: (row) => `${formatDay(row.startDate)} to ${formatDay(row.endDate)}`,
  },
];

/** Students below the percentage, with how many classes they missed and between which days. */
export const LowTable = ({ rows, view, setView }: LowTableProps) => (
  <RecordTable
    label="Students below the percentage"
    className={classes['table']}
    rows={rows}
    keyOf={(row) => `${row.studentId} ${row.subject?.id ?? ''}`}
    columns={[name, rollNo, ...(view.by === 'subject' ? [subject] : []), ...figures]}
    sorted={{ view, setView }}
    cardsBelow={900}
  />
);
