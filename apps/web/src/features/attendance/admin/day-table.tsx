import type { ClassOfDay, IsoDate } from '@campus/contract';
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
import { Hidden } from '../../../ui/hidden.tsx';
import { type Column, RecordTable } from '../../../ui/record-table.tsx';
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
  readonly date: IsoDate;
}

/** A mail to a teacher about a roll that is not taken. */
const reminder = ({ teacherEmail, ...subject }: ClassOfDay, date: IsoDate): string =>
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

const Teacher = ({ row, date }: DayRowProps) => (
  <span className={classes['reach']}>
    {row.teacherName}
    {['open', 'partly'].includes(classState(row)) && (
      <a href={reminder(row, date)} title={`Email ${row.teacherName}`}>
        <IconMail size={18} stroke={1.75} aria-hidden />
        <Hidden>
          Email {row.teacherName} about {subjectLabel(row)}
        </Hidden>
      </a>
    )}
  </span>
);

const count = (
  head: string,
  render: (row: ClassOfDay) => string | number | null,
): Column<ClassOfDay> => ({ head, render, number: true, className: classes['count'] });

/** The subjects of a day: how far each roll is taken, and the way into it. */
export const DayTable = (props: {
  readonly rows: readonly ClassOfDay[];
  readonly date: IsoDate;
}) => (
  <RecordTable
    label={`Attendance of ${formatDay(props.date)}`}
    className={classes['table']}
    rows={props.rows}
    keyOf={({ id }) => id}
    columns={[
      {
        head: 'Subject',
        area: 'subject',
        className: classes['subject'],
        render: ({ subjectName, subjectCode }) => (
          <>
            {subjectName} <span data-muted>({subjectCode})</span>
          </>
        ),
      },
      {
        head: 'Teacher',
        area: 'teacher',
        className: classes['teacher'],
        muted: true,
        render: (row) => <Teacher row={row} date={props.date} />,
      },
      {
        head: 'Roll',
        area: 'state',
        className: classes['state'],
        render: (row) => <TakenBadge state={classState(row)} />,
      },
      count('Present', ({ present }) => present),
      count('Absent', ({ absent }) => absent),
      count('Not marked', ({ unmarked }) => unmarked),
      count('Percentage', ({ percentage }) => (percentage === null ? null : `${percentage}%`)),
      {
        head: 'Open',
        hiddenHead: true,
        area: 'go',
        className: classes['go'],
        render: (row) => <RowLinks row={row} date={props.date} />,
      },
    ]}
    cardsBelow={1240}
  />
);
