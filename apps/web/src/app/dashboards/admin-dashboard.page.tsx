import { useQuery } from '@tanstack/react-query';
import { AnnouncementsPanel } from '../../features/announcements/announcements-panel.tsx';
import { calendarInfoOptions } from '../../features/calendar/calendar.api.ts';
import { CalendarCard } from '../../features/calendar/calendar-card.tsx';
import { NextEvents } from '../../features/events/next-events.tsx';
import { campusQuery } from '../../features/overview/overview.api.ts';
import { FirstSteps } from '../../features/overview/first-steps.tsx';
import { Stats } from '../../features/overview/stats.tsx';
import { SchoolPerformancePanel } from '../../features/performance/school-performance-panel.tsx';
import { dayInWords, localToday } from '../../lib/day.ts';
import { PageHead } from '../../ui/page-head.tsx';
import classes from './dashboards.module.css';

/** The administrator's dashboard, put together of what several features know. */
const AdminDashboardPage = () => {
  const { data: campus } = useQuery(campusQuery);
  const { data: calendar } = useQuery(calendarInfoOptions);
  return (
    <>
      <PageHead title="Overview" line={dayInWords(campus?.today ?? localToday())} />
      <div className={classes['page']}>
        <FirstSteps calendarUploaded={Boolean(calendar)} />
        <div className={classes['columns']}>
          <div className={classes['column']}>
            <Stats what={['students', 'faculty']} />
            <div id="academic-calendar" className={classes['anchor']}>
              <CalendarCard />
            </div>
            <NextEvents />
          </div>
          <div className={classes['column']}>
            <AnnouncementsPanel />
            <SchoolPerformancePanel />
          </div>
        </div>
      </div>
    </>
  );
};

export default AdminDashboardPage;
