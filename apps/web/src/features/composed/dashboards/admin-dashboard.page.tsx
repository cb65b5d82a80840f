import { attendance, overview, schoolPerformance, system, terms } from '@campus/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { latestAnnouncementsQuery } from '../../announcements/announcements.api.ts';
import { AnnouncementsPanel } from '../../announcements/announcements-panel.tsx';
import { calendarInfoOptions } from '../../calendar/calendar.api.ts';
import { CalendarCard } from '../../calendar/calendar-card.tsx';
import { NextEvents } from '../../events/next-events.tsx';
import { useNextEvents } from '../../events/events.api.ts';
import { adminOverviewQuery } from '../../overview/overview.api.ts';
import { FirstSteps } from '../../overview/first-steps.tsx';
import { Stats } from '../../overview/stats.tsx';
import { SchoolPerformancePanel } from '../../performance/school-performance-panel.tsx';
import { May, useMayCall } from '../../../lib/may-call.tsx';
import { useToday } from '../../../lib/campus.ts';
import { dayInWords, relativeDay } from '../../../lib/day.ts';
import { withSection } from '../../../lib/subject-label.ts';
import { Page } from '../../../ui/page.tsx';
import { TaskCard, TaskCards } from './task-card.tsx';
import classes from './dashboards.module.css';

/** Rolls not taken, failing mails and open requests. */
const Tasks = () => {
  const query = useQuery(adminOverviewQuery);
  const may = useMayCall();
  const shown = may(attendance.submitAttendance) ? '' : '/print';
  const mails = may(system.readSystem);
  const today = useToday();
  return (
    <TaskCards>
      <TaskCard
        title="Rolls not taken"
        query={query}
        count={({ classesNotTaken }) => classesNotTaken}
        none="Every class of the last two weeks is taken."
        rows={({ classes: notTaken }) =>
          notTaken.map(({ subjectId, subjectName, sectionId, section, teacherName, date }) => ({
            key: `${subjectId} ${sectionId} ${date}`,
            title: subjectName,
            to: `/admin/attendance/${subjectId}/${date}${shown}`,
            under: withSection(teacherName, section),
            aside: relativeDay(date, today),
          }))
        }
      />
      <TaskCard
        title="Waiting for the office"
        query={query}
        none={mails ? 'No mail fails, and no request waits.' : 'No request waits.'}
        rows={({ mailsFailing, requestsWaiting }) =>
          [
            {
              title: 'Mails failing',
              to: '/admin/system',
              aside: mails ? mailsFailing : 0,
            },
            { title: 'Requests waiting', to: '/admin/corrections', aside: requestsWaiting },
          ]
            .filter(({ aside }) => aside > 0)
            .map((row) => ({ key: row.title, ...row, aside: <b>{row.aside}</b> }))
        }
      />
    </TaskCards>
  );
};

/**
 * Whether a query is loading for the first time and has not failed. Content below it stays hidden, so that it does
 * not move.
 */
const isFirstLoad = ({ isFetched, failureCount }: UseQueryResult): boolean =>
  !isFetched && failureCount === 0;

/** The administrator's dashboard, combining several features. */
const AdminDashboardPage = () => {
  const calendar = useQuery(calendarInfoOptions);
  const announcements = useQuery(latestAnnouncementsQuery);
  const next = useNextEvents();
  const waits = useMayCall()(overview.adminOverview);
  const firstLoad = isFirstLoad(useQuery({ ...adminOverviewQuery, enabled: waits })) && waits;
  return (
    <Page title="Overview" line={dayInWords(useToday())} stacked>
      <May call={terms.createTerm}>
        <FirstSteps calendarUploaded={Boolean(calendar.data)} />
      </May>
      <div className={classes['columns']}>
        <div className={classes['column']}>
          <May call={overview.countStudents}>
            <Stats what={['students', 'faculty']} />
          </May>
          <May call={overview.adminOverview}>
            <Tasks />
          </May>
          <div className={classes['below']} data-loading={firstLoad || undefined}>
            <div id="academic-calendar" className={classes['anchor']}>
              <CalendarCard />
            </div>
          </div>
          <div
            className={classes['below']}
            data-loading={firstLoad || isFirstLoad(calendar) || undefined}
          >
            <NextEvents />
          </div>
        </div>
        <div className={classes['column']} data-loading={isFirstLoad(next) || undefined}>
          <AnnouncementsPanel />
          <div className={classes['below']} data-loading={isFirstLoad(announcements) || undefined}>
            <May call={schoolPerformance.listStudentScores}>
              <SchoolPerformancePanel />
            </May>
          </div>
        </div>
      </div>
    </Page>
  );
};

export default AdminDashboardPage;
