import { attendance, type IsoDate, type LowAttendance } from '@campus/contract';
import { Tabs } from '@mantine/core';
import {
  IconCalendarCheck,
  IconMail,
  IconMoodCheck,
  IconUserExclamation,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { campusQuery } from '../../../lib/campus.ts';
import { formatDay } from '../../../lib/day.ts';
import { usePage } from '../../../lib/query.ts';
import { useUrlState, intParam } from '../../../lib/use-url-state.ts';
import { Card, Page } from '../../../ui/page.tsx';
import { DownloadMenu } from '../../../ui/download-menu.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PagedTable } from '../../../ui/paged-list.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { SubjectLink } from '../../../ui/subject-link.tsx';
import { WholeNumberField } from '../../../ui/whole-number-field.tsx';
import {
  type AttendanceView,
  DayPanel,
  defaultView,
  type LowSort,
  readAttendanceView,
} from './day-panel.tsx';
import classes from './admin-attendance.module.css';
import lowClasses from './admin-attendance-low.module.css';

interface BelowFieldProps {
  readonly below: number;
  readonly onBelow: (below: number) => void;
}

const percentageOf = (text: string): number | null => intParam(text, 100, null);

/** A percentage field; reports every valid number as it is typed. */
const BelowField = ({ below, onBelow }: BelowFieldProps) => {
  const [text, setText] = useState(String(below));
  return (
    <WholeNumberField
      className={classes['below'] ?? ''}
      label="Below percentage"
      min={1}
      max={100}
      value={text}
      error={percentageOf(text) === null ? 'From 1 to 100' : undefined}
      onText={(next) => {
        setText(next);
        const wanted = percentageOf(next);
        if (wanted !== null) onBelow(wanted);
      }}
    />
  );
};

const name: Column<LowAttendance, LowSort> = {
  head: 'Name',
  sort: 'name',
  gridArea: 'name',
  className: lowClasses['name'],
  render: ({ studentId, studentName, studentEmail }) => (
    <>
      <Link to={`/admin/students/${studentId}/attendance`} className={lowClasses['record']}>
        {studentName}
      </Link>
      <a href={`mailto:${studentEmail}`} title={`Email ${studentName}`}>
        <IconMail size={18} stroke={1.75} aria-hidden />
        <VisuallyHidden>Email {studentName}</VisuallyHidden>
      </a>
    </>
  ),
};

const rollNo: Column<LowAttendance, LowSort> = {
  head: 'Roll No',
  sort: 'rollNo',
  gridArea: 'roll',
  className: lowClasses['roll'],
  render: (row) => row.studentRollNo,
};

const subject: Column<LowAttendance, LowSort> = {
  head: 'Subject',
  gridArea: 'subject',
  render: (row) => row.subject && <SubjectLink {...row.subject} />,
};

const figures: readonly Column<LowAttendance, LowSort>[] = [
  {
    head: 'Percentage',
    sort: 'percentage',
    gridArea: 'percentage',
    className: lowClasses['percentage'],
    render: ({ percentage }) => `${percentage}%`,
  },
  {
    head: 'Classes',
    gridArea: 'missed',
    muted: true,
    className: lowClasses['missed'],
    render: (row) => `${row.classes - row.present} of ${row.classes} missed`,
  },
  {
    head: 'From and to',
    gridArea: 'days',
    muted: true,
    className: lowClasses['days'],
    render: (row) => `${formatDay(row.startDate)} to ${formatDay(row.endDate)}`,
  },
];

const lowColumns = (by: AttendanceView['by']) => [
  name,
  rollNo,
  ...(by === 'subject' ? [subject] : []),
  ...figures,
];

interface LowPanelProps {
  /** Attendance below this percentage is low. */
  readonly expected: number;
  readonly view: AttendanceView;
  readonly setView: (change: Partial<AttendanceView>) => void;
}

/** Students of the open term who are below a percentage. */
const LowPanel = ({ expected, view, setView }: LowPanelProps) => {
  const below = view.below ?? expected;
  const { by, sort, order, page } = view;
  const query = { below, by, sort, order };
  const low = usePage(attendance.listLowAttendance, {
    query: { ...query, limit: 10, page },
  });
  return (
    <>
      <div className={classes['tools']}>
        <BelowField
          below={below}
          onBelow={(wanted) => setView({ below: wanted === expected ? null : wanted })}
        />
        <SelectField
          className={classes['groupBy'] ?? ''}
          label="Counted"
          data={[
            { value: 'term', label: 'All subjects together' },
            { value: 'subject', label: 'Each subject separately' },
          ]}
          value={view.by}
          onChange={(event) =>
            setView({ by: event.currentTarget.value === 'subject' ? 'subject' : 'term' })
          }
        />
        <p className={classes['hint']}>
          Active students of the open term. {expected}% is expected.
        </p>
        <DownloadMenu
          className={classes['download']}
          endpoint={attendance.exportLowAttendance}
          query={query}
          disabled={!low.data || low.data.total === 0}
        />
      </div>
      <PagedTable
        query={low}
        view={view}
        setView={setView}
        what="students"
        empty={{ icon: IconMoodCheck, text: `Nobody is below ${below}%` }}

        label="Students below the percentage"
        className={lowClasses['table']}
        keyOf={(row) => `${row.studentId} ${row.subject?.id ?? ''}`}
        columns={lowColumns(view.by)}
        sorting={{ view, setView }}
        cardsBelow={900}
      />
    </>
  );
};

interface PanelsProps {
  readonly today: IsoDate;
  readonly expected: number;
}

const Panels = ({ today, expected }: PanelsProps) => {
  const { view, setView } = useUrlState(readAttendanceView);
  return (
    <Tabs
      value={view.tab}
      keepMounted={false}
      onChange={(tab) => setView({ ...defaultView, tab: tab === 'low' ? 'low' : 'day' })}
    >
      <Tabs.List className={classes['tabs'] ?? ''} aria-label="Views of attendance">
        <Tabs.Tab
          value="day"
          leftSection={<IconCalendarCheck size={20} stroke={1.75} aria-hidden />}
        >
          By Day
        </Tabs.Tab>
        <Tabs.Tab
          value="low"
          leftSection={<IconUserExclamation size={20} stroke={1.75} aria-hidden />}
        >
          Low Attendance
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="day">
        <DayPanel today={today} view={view} setView={setView} />
      </Tabs.Panel>
      <Tabs.Panel value="low">
        <LowPanel expected={expected} view={view} setView={setView} />
      </Tabs.Panel>
    </Tabs>
  );
};

/** An administrator looks over attendance: any day by subject, and the students who miss too much. */
const AdminAttendancePage = () => (
  <Page title="Attendance">
    <Card flush>
      <Loaded query={useQuery(campusQuery)} what="attendance" rows={8} columns={6} flush>
        {({ today, expectedPercentage }) => <Panels today={today} expected={expectedPercentage} />}
      </Loaded>
    </Card>
  </Page>
);

export default AdminAttendancePage;
