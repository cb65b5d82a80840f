import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { campusQuery, useToday } from '../../../lib/campus.ts';
import { dayOfInstant } from '../../../lib/instant.ts';
import { relativeDay } from '../../../lib/day.ts';
import { studentProfileQuery } from '../../../lib/student-profile.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { Card } from '../../../ui/page.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { Loaded, SkeletonBar } from '../../../ui/loaded.tsx';
import { Ring } from '../../../ui/ring.tsx';
import { SubjectLink } from '../../../ui/subject-link.tsx';
import { studentPercentagesQuery } from '../../attendance/student/student.api.ts';
import { totalOf } from '../../attendance/student/sentences.ts';
import { studentOverviewQuery } from '../../overview/overview.api.ts';
import { PersonDashboard } from './person-dashboard.tsx';
import { Fraction, TaskCard, TaskCards } from './task-card.tsx';
import classes from './task-card.module.css';

/** The percentage in all subjects, and the current one that needs most attention. */
const AttendanceCard = () => {
  const query = useQuery(studentPercentagesQuery(usePerson().email));
  const expected = useQuery(campusQuery).data?.expectedPercentage ?? 0;
  return (
    <Card
      title="Attendance"
      actions={
        <Link to="/student/attendance">
          Details<VisuallyHidden> of your attendance</VisuallyHidden>
        </Link>
      }
    >
      <Loaded
        query={query}
        what="attendance"
        quiet="Your attendance"
        skeleton={<SkeletonBar height={60} />}
      >
        {(subjects) => {
          const { present, marked, percentage } = totalOf(subjects);
          if (percentage === null)
            return <p className={classes['empty']}>No class is marked yet.</p>;
          const low = subjects
            .filter((one) => one.ongoing && (one.percentage ?? 100) < expected)
            .toSorted((one, other) => (one.percentage ?? 0) - (other.percentage ?? 0));
          return (
            <div className={classes['attendance']}>
              <Ring percent={percentage} size={96} thickness={10}>
                <span className={classes['figure']}>{percentage}%</span>
              </Ring>
              <p>
                <b>
                  {present} of {marked} classes.
                </b>{' '}
                {low[0] ? (
                  <>
                    {low.length === 1
                      ? 'One current subject is'
                      : `${low.length} current subjects are`}{' '}
                    below {expected}%; the lowest: <SubjectLink {...low[0]} />, {low[0].percentage}
                    %.
                  </>
                ) : (
                  `No current subject is below ${expected}%.`
                )}
              </p>
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
};

const Tasks = () => {
  const query = useQuery(studentOverviewQuery(usePerson().email));
  const today = useToday();
  const all = (to: string, of: string) => (
    <Link to={to}>
      All<VisuallyHidden> {of}</VisuallyHidden>
    </Link>
  );
  return (
    <TaskCards>
      <AttendanceCard />
      <TaskCard
        title="Due"
        query={query}
        actions={all('/student/assignments', 'assignments')}
        none="Nothing is due in the next two weeks."
        rows={({ due }) =>
          due.map(({ kind, id, title, subject, date, time }) => ({
            key: `${kind} ${id}`,
            title,
            to: {
              assignment: `/student/assignments/${id}`,
              exam: '/student/exams',
              book: '/student/library',
            }[kind],
            under: (
              <>
                {subject && <SubjectLink {...subject} />}
                {{ assignment: null, exam: 'Exam', book: 'Library book' }[kind]}
                {date < today && ' · overdue'}
              </>
            ),
            aside: [relativeDay(date, today), time].filter(Boolean).join(', '),
          }))
        }
      />
      <TaskCard
        title="New results"
        query={query}
        actions={all('/student/exams', 'results')}
        none="No new results in the last two weeks."
        rows={({ results }) =>
          results.map(({ kind, id, title, marks, maxMarks, at, subjectId, ...subject }) => ({
            key: `${kind} ${id}`,
            title,
            to: kind === 'exam' ? '/student/exams' : `/student/assignments/${id}`,
            under: (
              <>
                <SubjectLink {...subject} id={subjectId} /> · {dayOfInstant(at)}
              </>
            ),
            aside: marks === null ? 'Absent' : <Fraction part={marks} of={maxMarks} />,
          }))
        }
      />
    </TaskCards>
  );
};

const StudentDashboardPage = () => {
  const answer = useQuery(studentProfileQuery(usePerson().email));
  const record = answer.data;
  return (
    <PersonDashboard
      person="Student"
      answer={answer}
      title="Academic Information"
      items={[
        ['University ID', record?.univId],
        ['Program', record?.course],
        ['Semester', record?.semester],
      ]}
      waiting={<Tasks />}
    />
  );
};

export default StudentDashboardPage;
