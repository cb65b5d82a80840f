import type { LowAttendance } from '@campus/contract';
import { Button, Tabs } from '@mantine/core';
import {
  IconCalendarCheck,
  IconDownload,
  IconMoodCheck,
  IconUserExclamation,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { campusQuery } from '../../../lib/campus.ts';
import { Card } from '../../../ui/card.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { WholeNumberField } from '../../../ui/whole-number-field.tsx';
import { type AttendanceView, firstView, useAttendanceView } from './attendance-view.ts';
import { DayPanel } from './day-panel.tsx';
import { LowTable } from './low-table.tsx';
import { lowQuery, type LowQuery, wholeLowList } from './reports.api.ts';
import { type CsvColumns, saveCsv } from './save-csv.ts';
import classes from './admin-attendance.module.css';

const pageSize = 10;

const csvColumns: CsvColumns<LowAttendance> = [
  ['Name', (row) => row.studentName],
  ['Email', (row) => row.studentEmail],
  ['Roll Number', (row) => row.studentRollNo],
  ['Subject Name', (row) => row.subject?.subjectName ?? 'All Subjects'],
  ['Subject Code', (row) => row.subject?.subjectCode ?? null],
  ['Classes', (row) => row.classes],
  ['Present', (row) => row.present],
  ['Missed', (row) => row.classes - row.present],
  ['Percentage', (row) => row.percentage],
  ['From', (row) => row.startDate],
  ['To', (row) => row.endDate],
];

/** A percentage that is asked for as soon as it is one. */
const BelowField = ({
  below,
  onBelow,
}: {
  readonly below: number;
  readonly onBelow: (below: number) => void;
}) => {
  const [text, setText] = useState(String(below));
  const number = Number(text);
  const good = text !== '' && Number.isInteger(number) && number >= 1 && number <= 100;
  return (
    <WholeNumberField
      className={classes['below'] ?? ''}
      label="Below percentage"
      min={1}
      max={100}
      value={text}
      error={good ? undefined : 'From 1 to 100'}
      onText={(next) => {
        setText(next);
        const wanted = Number(next);
        if (next !== '' && Number.isInteger(wanted) && wanted >= 1 && wanted <= 100)
          onBelow(wanted);
      }}
    />
  );
};

interface LowPanelProps {
  /** Attendance below this percentage is low. */
  readonly expected: number;
  readonly view: AttendanceView;
  readonly setView: (change: Partial<AttendanceView>) => void;
}

/** Students of the open term who are below a percentage. */
const LowPanel = ({ expected, view, setView }: LowPanelProps) => {
  const below = view.below ?? expected;
  const query: LowQuery = {
    below,
    by: view.by,
    sort: view.sort,
    order: view.order,
  };
  const low = useQuery(lowQuery(query, view.page, pageSize));
  const file = useAction({
    run: () => wholeLowList(query),
    onDone: (rows) => saveCsv(`below-${below}-percent.csv`, csvColumns, rows),
    failed: 'The list could not be loaded.',
  });

  return (
    <>
      <div className={classes['tools']}>
        <BelowField
          below={below}
          onBelow={(wanted) => setView({ below: wanted === expected ? null : wanted })}
        />
        <SelectField
          className={classes['by'] ?? ''}
          label="Counted"
          data={[
            { value: 'term', label: 'All subjects together' },
            { value: 'subject', label: 'Each subject by itself' },
          ]}
          value={view.by}
          onChange={(event) =>
            setView({ by: event.currentTarget.value === 'subject' ? 'subject' : 'term' })
          }
        />
        <p className={classes['hint']}>
          Active students of the open term. {expected}% is expected.
        </p>
        <Button
          className={classes['download'] ?? ''}
          variant="light"
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          disabled={file.isPending || !low.data || low.data.total === 0}
          onClick={() => file.mutate()}
        >
          {file.isPending ? 'Loading...' : 'Download CSV'}
        </Button>
      </div>
      <PagedList
        query={low}
        view={view}
        setView={setView}
        what="students"
        rows={8}
        columns={5}
        empty={{ icon: IconMoodCheck, text: `Nobody is below ${below}%` }}
      >
        {(rows) => <LowTable rows={rows} view={view} setView={setView} />}
      </PagedList>
    </>
  );
};

interface PanelsProps {
  readonly today: string;
  readonly expected: number;
}

const Panels = ({ today, expected }: PanelsProps) => {
  const { view, setView } = useAttendanceView();
  return (
    <Tabs
      value={view.tab}
      keepMounted={false}
      onChange={(tab) =>
        setView(tab === 'low' ? { ...firstView, tab: 'low' } : { ...firstView, tab: 'day' })
      }
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
export default function AdminAttendancePage() {
  const campus = useQuery(campusQuery);
  return (
    <>
      <PageHead title="Attendance" />
      <Card flush>
        <Loaded query={campus} what="attendance" rows={8} columns={6} flush>
          {({ today, expectedPercentage }) => (
            <Panels today={today} expected={expectedPercentage} />
          )}
        </Loaded>
      </Card>
    </>
  );
}
