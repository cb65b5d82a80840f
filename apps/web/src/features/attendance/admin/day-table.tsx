import type { ClassOfDay } from '@campus/contract';
import {
  IconCircleCheckFilled,
  IconCircleDashed,
  IconClipboardCheck,
  IconMail,
  IconPrinter,
  IconProgressCheck,
  IconTable,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatDay } from '../../../lib/day.ts';
import { subjectLabel } from '../../../lib/subject-label.ts';
import { Badge } from '../../../ui/badge.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Hidden } from '../../../ui/hidden.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import { classState, type ClassState } from './class-state.ts';
import classes from './day-table.module.css';

const badges = {
  taken: { text: 'Taken', icon: IconCircleCheckFilled, tone: 'good' },
  partly: { text: 'Partly taken', icon: IconProgressCheck, tone: 'partly' },
  open: { text: 'Not taken', icon: IconCircleDashed, tone: 'waiting' },
  empty: { text: 'No students', icon: null, tone: 'none' },
} as const;

const TakenBadge = ({ state }: { readonly state: ClassState }) => {
  const { text, icon, tone } = badges[state];
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  );
};

interface DayRowProps {
  readonly row: ClassOfDay;
  readonly date: string;
}

/** A mail to a teacher about a roll that is not taken. */
const reminder = ({ teacherEmail, ...subject }: ClassOfDay, date: string): string =>
  `mailto:${encodeURIComponent(teacherEmail).replace('%40', '@')}?subject=${encodeURIComponent(
    `Attendance of ${subjectLabel(subject)} on ${formatDay(date)}`,
  )}`;

const RowLinks = ({ row, date }: DayRowProps) => {
  const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
  const label = subjectLabel(row);
  return (
    <span className={classes['links']}>
      <Link to={`/admin/attendance/${row.id}/${date}`} title="Roster">
        <IconClipboardCheck {...icon} />
        <span className={classes['word']}>Roster</span>
        <Hidden> of {label}</Hidden>
      </Link>
      <Link to={`/admin/attendance/${row.id}/${date}/print`} title="Print roster">
        <IconPrinter {...icon} />
        <Hidden>Print roster of {label}</Hidden>
      </Link>
      <Link to={`/admin/attendance/${row.id}/sheet`} title="Attendance sheet">
        <IconTable {...icon} />
        <Hidden>Attendance sheet of {label}</Hidden>
      </Link>
    </span>
  );
};

const DayRow = ({ row, date }: DayRowProps) => {
  const state = classState(row);
  const late = state === 'open' || state === 'partly';
  return (
    <tr className={classes['row']}>
      <th scope="row" className={classes['subject']}>
        {row.subjectName} <span data-quiet>({row.subjectCode})</span>
      </th>
      <td className={classes['teacher']} data-quiet>
        <span className={classes['reach']}>
          {row.teacherName}
          {late && (
            <a href={reminder(row, date)} title={`Email ${row.teacherName}`}>
              <IconMail size={18} stroke={1.75} aria-hidden />
              <Hidden>
                Email {row.teacherName} about {subjectLabel(row)}
              </Hidden>
            </a>
          )}
        </span>
      </td>
      <td className={classes['state']}>
        <TakenBadge state={state} />
      </td>
      <td className={classes['count']} data-number data-label="Present">
        {row.present}
      </td>
      <td className={classes['count']} data-number data-label="Absent">
        {row.absent}
      </td>
      <td className={classes['count']} data-number data-label="Not marked">
        {row.unmarked}
      </td>
      <td className={classes['count']} data-number data-label="Percentage">
        <OptionalValue value={row.percentage === null ? null : `${row.percentage}%`} />
      </td>
      <td className={classes['go']}>
        <RowLinks row={row} date={date} />
      </td>
    </tr>
  );
};

/** The subjects of a day: how far each roll is taken, and the way into it. */
export const DayTable = ({
  rows,
  date,
}: {
  readonly rows: readonly ClassOfDay[];
  readonly date: string;
}) => (
  <DataTable label={`Attendance of ${formatDay(date)}`} className={classes['table']}>
    <thead>
      <tr>
        {['Subject', 'Teacher', 'Roll'].map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
        {['Present', 'Absent', 'Not marked', 'Percentage'].map((head) => (
          <th key={head} scope="col" data-number>
            {head}
          </th>
        ))}
        <th scope="col">
          <Hidden>Open</Hidden>
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <DayRow key={row.id} row={row} date={date} />
      ))}
    </tbody>
  </DataTable>
);
