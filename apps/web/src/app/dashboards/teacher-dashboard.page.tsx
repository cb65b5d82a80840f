import { useQuery } from '@tanstack/react-query';
import { CalendarFrame } from '../../features/calendar/calendar-frame.tsx';
import { NextEvents } from '../../features/events/next-events.tsx';
import { useNextEvents } from '../../features/events/use-next-events.ts';
import { Stats } from '../../features/overview/stats.tsx';
import { teacherProfileOptions } from '../../features/profiles/profiles.api.ts';
import { formatDay } from '../../lib/day.ts';
import { neverAnswered } from '../../lib/never-answered.ts';
import { useSession } from '../../lib/use-session.ts';
import { Card } from '../../ui/card.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { FallbackNote } from '../../ui/fallback-note.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { Greeting } from './greeting.tsx';
import { stillAwaited } from './still-awaited.ts';
import classes from './dashboards.module.css';

/** The teacher's dashboard: the campus in figures, who they are to the university, its calendar. */
const TeacherDashboardPage = () => {
  const email = useSession()?.email ?? '';
  const answer = useQuery(teacherProfileOptions(email));
  const { data: record, refetch } = answer;
  const next = useNextEvents();
  const pending = neverAnswered(answer);
  return (
    <>
      <Greeting pending={pending} name={record?.name || 'Teacher'} />
      {pending ? (
        <DashboardSkeleton />
      ) : (
        <div className={classes['page']}>
          <section>
            <h2 className={classes['section']}>Overview</h2>
            <Stats what={['students', 'faculty', 'classes']} facultyUnivId={record?.univId} />
          </section>
          <div>
            <div className={classes['pair']}>
              <Card title="Professional Information">
                <DefinitionList
                  items={[
                    ['University ID', record?.univId],
                    ['Department', record?.department],
                    ['DOB', record?.dob && formatDay(record.dob)],
                  ]}
                />
              </Card>
              <Card title="Contact Information">
                <DefinitionList
                  items={[
                    ['Email', record?.email],
                    ['Phone', record?.contactPhone ?? record?.contactNo],
                    ['Address', record?.address],
                  ]}
                />
              </Card>
            </div>
            {!record && <FallbackNote what="Your record" onRetry={() => void refetch()} />}
          </div>
          <NextEvents />
          <div className={classes['below']} data-waits={stillAwaited(next) || undefined}>
            <CalendarFrame facultyUnivId={record?.univId} />
          </div>
        </div>
      )}
    </>
  );
};

export default TeacherDashboardPage;
