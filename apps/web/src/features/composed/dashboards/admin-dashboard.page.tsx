import { useQuery } from '@tanstack/react-query';
import { latestAnnouncementsQuery } from '../../announcements/announcements.api.ts';
import { AnnouncementsPanel } from '../../announcements/announcements-panel.tsx';
import { calendarInfoOptions } from '../../calendar/calendar.api.ts';
import { CalendarCard } from '../../calendar/calendar-card.tsx';
import { NextEvents } from '../../events/next-events.tsx';
import { useNextEvents } from '../../events/events.api.ts';
import { FirstSteps } from '../../overview/first-steps.tsx';
import { Stats } from '../../overview/stats.tsx';
import { SchoolPerformancePanel } from '../../performance/school-performance-panel.tsx';
import { campusQuery } from '../../../lib/campus.ts';
import { dayInWords, localToday } from '../../../lib/day.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { isAwaited } from './is-awaited.ts';
import classes from './dashboards.module.css';

/** The administrator's dashboard, put together of what several features know. */
const AdminDashboardPage = () => {
  const { data: campus } = useQuery(campusQuery);
  const calendar = useQuery(calendarInfoOptions);
  const announcements = useQuery(latestAnnouncementsQuery);
  const next = useNextEvents();
  return (
    <>
      <PageHead title="Overview" line={dayInWords(campus?.today ?? localToday())} />
      <div className={classes['page']}>
        <FirstSteps calendarUploaded={Boolean(calendar.data)} />
        <div className={classes['columns']}>
          <div className={classes['column']}>
            <Stats what={['students', 'faculty']} />
            <div id="academic-calendar" className={classes['anchor']}>
              <CalendarCard />
            </div>
            <div className={classes['below']} data-waits={isAwaited(calendar) || undefined}>
              <NextEvents />
            </div>
          </div>
          <div className={classes['column']} data-waits={isAwaited(next) || undefined}>
            <AnnouncementsPanel />
            <div className={classes['below']} data-waits={isAwaited(announcements) || undefined}>
              <SchoolPerformancePanel />
            </div>
          </div>
        </div>
      </div>
    </>
  );
};

export default AdminDashboardPage;
