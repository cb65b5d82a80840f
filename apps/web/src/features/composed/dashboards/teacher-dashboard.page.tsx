import { useQuery } from '@tanstack/react-query';
import { useToday } from '../../../lib/campus.ts';
import { formatCount } from '../../../lib/count.ts';
import { formatDay, relativeDay } from '../../../lib/day.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { teacherOverviewQuery } from '../../overview/overview.api.ts';
import { Stats } from '../../overview/stats.tsx';
import { teacherProfileOptions } from '../../profiles/teacher-profile.ts';
import { withSection } from '../../../lib/subject-label.ts';
import { SubjectLink } from '../../../ui/subject-link.tsx';
import { PersonDashboard } from './person-dashboard.tsx';
import { Fraction, TaskCard, TaskCards } from './task-card.tsx';
import classes from './dashboards.module.css';

const Tasks = () => {
  const query = useQuery(teacherOverviewQuery(usePerson().email));
  const today = useToday();
  return (
    <TaskCards>
      <TaskCard
        title="Classes not yet taken"
        query={query}
        count={({ classesNotTaken }) => classesNotTaken}
        none="Every class of the last two weeks is taken."
        rows={({ classes: notTaken }) =>
          notTaken.map(({ subjectId, subjectName, subjectCode, sectionId, section, date }) => ({
            key: `${subjectId} ${sectionId} ${date}`,
            title: `Take ${subjectName}`,
            to: '/teacher/attendance',
            search: { subject: subjectId, ...(sectionId !== null && { section: sectionId }), date },
            under: withSection(subjectCode, section),
            aside: relativeDay(date, today),
          }))
        }
      />
      <TaskCard
        title="Work to mark"
        query={query}
        count={({ toMark }) => toMark}
        none="Nothing waits to be marked."
        rows={({ work }) =>
          work.map(({ kind, id, title, date, toMark, of, subjectId, ...subject }) => ({
            key: `${kind} ${id}`,
            title,
            to: `/teacher/${kind}s/${id}`,
            under: (
              <>
                <SubjectLink {...subject} id={subjectId} /> ·{' '}
                {kind === 'exam' ? 'marks missing, held' : 'due'} {formatDay(date)}
              </>
            ),
            aside: <Fraction part={formatCount(toMark)} of={formatCount(of)} />,
          }))
        }
      />
    </TaskCards>
  );
};

const TeacherDashboardPage = () => {
  const answer = useQuery(teacherProfileOptions(usePerson().email));
  const record = answer.data;
  return (
    <PersonDashboard
      person="Teacher"
      answer={answer}
      title="Professional Information"
      items={[
        ['University ID', record?.univId],
        ['Department', record?.department],
        ['DOB', record?.dob && formatDay(record.dob)],
      ]}
      waiting={<Tasks />}
    >
      <section>
        <h2 className={classes['section']}>Overview</h2>
        <Stats what={['students', 'faculty', 'classes']} facultyUnivId={record?.univId} />
      </section>
    </PersonDashboard>
  );
};

export default TeacherDashboardPage;
