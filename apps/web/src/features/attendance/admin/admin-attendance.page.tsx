import { Tabs } from '@mantine/core';
import { IconCalendarCheck, IconUserExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { campusQuery } from '../../../lib/campus.ts';
import { Card } from '../../../ui/card.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
import { DayPanel } from './day-panel.tsx';
import { LowPanel } from './low-panel.tsx';
import { firstView, useAttendanceView } from './attendance-view.ts';
import classes from './admin-attendance.module.css';

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
        {campus.data ? (
          <Panels today={campus.data.today} expected={campus.data.expectedPercentage} />
        ) : (
          <UntilLoaded
            query={campus}
            loading="Loading attendance..."
            failed="The attendance could not be loaded."
            flush
          >
            <SkeletonRows rows={8} columns={6} />
          </UntilLoaded>
        )}
      </Card>
    </>
  );
}
