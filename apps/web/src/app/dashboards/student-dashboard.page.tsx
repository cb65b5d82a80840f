import { useQuery } from '@tanstack/react-query';
import { CalendarFrame } from '../../features/calendar/calendar-frame.tsx';
import { NextEvents } from '../../features/events/next-events.tsx';
import { useNextEvents } from '../../features/events/use-next-events.ts';
import { neverAnswered } from '../../lib/never-answered.ts';
import { studentProfileQuery } from '../../lib/student-profile.ts';
import { useSession } from '../../lib/use-session.ts';
import { Card } from '../../ui/card.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { FallbackNote } from '../../ui/fallback-note.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { Greeting } from './greeting.tsx';
import { stillAwaited } from './still-awaited.ts';
import classes from './dashboards.module.css';

/** The student's dashboard: who they are to the university, and its calendar. */
const StudentDashboardPage = () => {
  const email = useSession()?.email ?? '';
  const answer = useQuery(studentProfileQuery(email));
  const { data: record, refetch } = answer;
  const next = useNextEvents();
  const pending = neverAnswered(answer);
  return (
    <>
      <Greeting pending={pending} name={record?.name || 'Student'} />
      {pending ? (
        <DashboardSkeleton />
      ) : (
        <div className={classes['page']}>
          <div>
            <div className={classes['pair']}>
              <Card title="Academic Information">
                <DefinitionList
                  items={[
                    ['University ID', record?.univId],
                    ['Program', record?.course],
                    ['Semester', record?.semester],
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
            <CalendarFrame />
          </div>
        </div>
      )}
    </>
  );
};

export default StudentDashboardPage;
