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
import { neverAnswered } from '../../lib/never-answered.ts';
import { PageHead } from '../../ui/page-head.tsx';
import classes from './dashboards.module.css';

/** The administrator's dashboard, put together of what several features know. */
const AdminDashboardPage = () => {
  const { data: campus } = useQuery(campusQuery);
  const answer = useQuery(calendarInfoOptions);
  const pending = neverAnswered(answer) && answer.failureCount === 0;
  return (
    <>
      <PageHead title="Overview" line={dayInWords(campus?.today ?? localToday())} />
      <div className={classes['page']}>
        <FirstSteps calendarUploaded={Boolean(answer.data)} />
        <div className={classes['columns']} data-pending={pending || undefined}>
          <div className={classes['column']}>
            <Stats what={['students', 'faculty']} />
            <div id="academic-calendar" className={classes['anchor']}>
              <CalendarCard />
            </div>
            <div className={classes['below']}>
              <NextEvents />
            </div>
          </div>
          <div className={`${classes['column']} ${classes['beside']}`}>
            <AnnouncementsPanel />
            <SchoolPerformancePanel />
          </div>
        </div>
      </div>
    </>
  );
};

export default AdminDashboardPage;
