import {
  attendance,
  type ClassOfDay,
  classesShown,
  isIsoDate,
  type IsoDate,
} from '@campus/contract';
import { Checkbox } from '@mantine/core';
import {
  IconCalendarOff,
  IconChecks,
  IconClipboardCheck,
  IconMail,
  IconPrinter,
  IconProgressCheck,
  IconTable,
} from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type SearchParams,
  enumParam,
  pageParam,
  textParam,
  intParam,
} from '../../../lib/use-url-state.ts';
import { formatCount, pluralize, percentText } from '../../../lib/count.ts';
import { formatDay } from '../../../lib/day.ts';
import { May } from '../../../lib/may-call.tsx';
import { useReply } from '../../../lib/query.ts';
import { subjectLabel } from '../../../lib/subject-label.ts';
import { SubjectLink } from '../../../ui/subject-link.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState, Loaded } from '../../../ui/loaded.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { DownloadMenu } from '../../../ui/download-menu.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { type Column, RecordTable } from '../../../ui/record-table.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { DatePicker, DateContent } from '../date-picker.tsx';
import classes from './admin-attendance.module.css';

export type LowSort = 'percentage' | 'name' | 'rollNo';

export const readAttendanceView = ({ date, open, ...address }: SearchParams) => ({
  tab: enumParam(address['tab'], ['day', 'low'], 'day'),
  /** Null for today. */
  date: typeof date === 'string' && isIsoDate(date) ? date : null,
  search: textParam(address['search']),
  /** Only subjects whose roll is not taken. */
  open: open === true,
  /** A whole number of percent; null for the expected percentage. */
  below: intParam(address['below'], 100, null),
  by: enumParam(address['by'], ['term', 'subject'], 'term'),
  sort: enumParam<LowSort>(address['sort'], ['percentage', 'name', 'rollNo'], 'percentage'),
  order: enumParam(address['order'], ['asc', 'desc'], 'asc'),
  page: pageParam(address['page']),
});

/** What the page shows, as kept in its address. */
export type AttendanceView = ReturnType<typeof readAttendanceView>;

export const defaultView = readAttendanceView({});

/** How far the roll of a class is taken; `empty`: nobody is enrolled or marked. */
type ClassState = 'taken' | 'partly' | 'open' | 'empty';

export const classState = ({ students, present, absent, unmarked }: ClassOfDay): ClassState => {
  const marked = present + absent;
  if (students === 0 && marked === 0) return 'empty';
  if (marked === 0) return 'open';
  return unmarked === 0 ? 'taken' : 'partly';
};

/** `Of 12 subjects, 9 taken, 1 partly, 2 not taken` */
export const daySentence = (rows: readonly ClassOfDay[]): string => {
  const states = rows.map(classState).filter((state) => state !== 'empty');
  const number = (of: ClassState): string =>
    formatCount(states.filter((state) => state === of).length);
  const partly = states.includes('partly') ? `, ${number('partly')} partly` : '';
  return `Of ${pluralize(states.length, 'subject')}, ${number('taken')} taken${partly}, ${number('open')} not taken`;
};

const badges = {
  taken: { children: 'Taken', tone: 'good' },
  partly: { children: 'Partly taken', icon: IconProgressCheck, tone: 'partial' },
  open: { children: 'Not taken', tone: 'pending' },
  empty: { children: 'No students', tone: 'neutral' },
} as const;

interface DayRowProps {
  readonly row: ClassOfDay;
  readonly date: IsoDate;
}

/** A `mailto:` link to a teacher about a roll that is not taken. */
const reminder = ({ teacherEmail, ...subject }: ClassOfDay, date: IsoDate): string =>
  `mailto:${encodeURIComponent(teacherEmail).replace('%40', '@')}?subject=${encodeURIComponent(
    `Attendance of ${subjectLabel(subject)} on ${formatDay(date)}`,
  )}`;

const RowLinks = ({ row, date }: DayRowProps) => {
  const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
  const label = subjectLabel(row);
  return (
    <span className={classes['links']}>
      <May call={attendance.submitAttendance}>
        <Link to={`/admin/attendance/${row.id}/${date}`} title="Roster">
          <IconClipboardCheck {...icon} />
          <span>Roster</span>
          <VisuallyHidden> of {label}</VisuallyHidden>
        </Link>
      </May>
      <Link to={`/admin/attendance/${row.id}/${date}/print`} title="Print roster">
        <IconPrinter {...icon} />
        <VisuallyHidden>Print roster of {label}</VisuallyHidden>
      </Link>
      <Link to={`/admin/attendance/${row.id}/sheet`} title="Attendance sheet">
        <IconTable {...icon} />
        <VisuallyHidden>Attendance sheet of {label}</VisuallyHidden>
      </Link>
    </span>
  );
};

const Teacher = ({ row, date }: DayRowProps) => (
  <span className={classes['teacherContact']}>
    {row.teacherName}
    {['open', 'partly'].includes(classState(row)) && (
      <a href={reminder(row, date)} title={`Email ${row.teacherName}`}>
        <IconMail size={18} stroke={1.75} aria-hidden />
        <VisuallyHidden>
          Email {row.teacherName} about {subjectLabel(row)}
        </VisuallyHidden>
      </a>
    )}
  </span>
);

const count = (head: string, render: (row: ClassOfDay) => string | null): Column<ClassOfDay> => ({
  head,
  render,
  alignRight: true,
  className: classes['count'],
});

/** The subjects of a day: how far each roll is taken, and links to it. */
const DayTable = (props: { readonly rows: readonly ClassOfDay[]; readonly date: IsoDate }) => (
  <RecordTable
    label={`Attendance of ${formatDay(props.date)}`}
    className={classes['table']}
    rows={props.rows}
    keyOf={({ id }) => id}
    columns={[
      {
        head: 'Subject',
        gridArea: 'subject',
        className: classes['subject'],
        render: (row) => <SubjectLink {...row} />,
      },
      {
        head: 'Teacher',
        gridArea: 'teacher',
        className: classes['teacher'],
        muted: true,
        render: (row) => <Teacher row={row} date={props.date} />,
      },
      {
        head: 'Roll',
        gridArea: 'state',
        className: classes['state'],
        render: (row) => <Badge {...badges[classState(row)]} />,
      },
      count('Present', ({ present }) => formatCount(present)),
      count('Absent', ({ absent }) => formatCount(absent)),
      count('Not marked', ({ unmarked }) => formatCount(unmarked)),
      count('Percentage', ({ percentage }) => percentText(percentage)),
      {
        head: 'Open',
        hiddenHead: true,
        gridArea: 'links',
        className: classes['rowLinks'],
        render: (row) => <RowLinks row={row} date={props.date} />,
      },
    ]}
    cardsBelow={1240}
  />
);

const pageSize = 10;

interface DayPanelProps {
  readonly today: IsoDate;
  readonly view: AttendanceView;
  readonly setView: (change: Partial<AttendanceView>) => void;
}

/** One day by subject: what is marked, and which rolls are still to be taken. */
export const DayPanel = ({ today, view, setView }: DayPanelProps) => {
  const [dated, setDated] = useState(true);
  const date = view.date !== null && view.date <= today ? view.date : today;
  const day = useReply(attendance.dayOverview, {
    params: { date },
    placeholderData: keepPreviousData,
    // Teachers mark while an administrator is watching.
    refetchInterval: 30_000,
  });
  const all = day.data?.classes ?? [];
  const rows = classesShown(all, view);
  const page = Math.min(view.page, Math.max(1, Math.ceil(rows.length / pageSize)));

  return (
    <>
      <div className={classes['tools']}>
        <DatePicker
          className={classes['date']}
          value={date}
          max={today}
          today={today}
          onPick={(next) => {
            setDated(next !== null);
            if (next !== null && next !== date) setView({ date: next === today ? null : next });
          }}
        />
        <SearchField
          className={classes['search']}
          label="Find a subject"
          placeholder="Search subject or teacher"
          value={view.search}
          onSearch={(search) => setView({ search })}
        />
        <Checkbox
          className={classes['check'] ?? ''}
          label="Not taken only"
          checked={view.open}
          onChange={(event) => setView({ open: event.currentTarget.checked })}
        />
        <DownloadMenu
          className={classes['download']}
          endpoint={attendance.exportDay}
          params={{ date }}
          query={{ search: view.search || undefined, open: view.open || undefined }}
          name={`attendance-${date}`}
          disabled={!dated || rows.length === 0}
        />
      </div>
      <DateContent open={dated} flush>
        <Loaded
          query={day}
          what="attendance"
          failed="The attendance of this day could not be loaded."
          rows={8}
          columns={6}
          flush
        >
          {({ date: shown, term }) => {
            if (term === null)
              return <EmptyState icon={IconCalendarOff} text="There is no term on this day" />;
            if (all.length === 0)
              return <EmptyState icon={IconCalendarOff} text="This term has no subjects" />;
            return (
              <>
                <p className={classes['sentence']}>
                  {formatDay(shown)}, {term.name}. {daySentence(all)}.
                </p>
                {rows.length === 0 ? (
                  <EmptyState
                    icon={IconChecks}
                    text={view.search ? 'No subjects found' : 'Every roll of this day is taken'}
                  />
                ) : (
                  <>
                    <DayTable
                      rows={rows.slice((page - 1) * pageSize, page * pageSize)}
                      date={shown}
                    />
                    <Pager
                      page={page}
                      pageSize={pageSize}
                      total={rows.length}
                      onPage={(next) => setView({ page: next })}
                    />
                  </>
                )}
              </>
            );
          }}
        </Loaded>
      </DateContent>
    </>
  );
};
