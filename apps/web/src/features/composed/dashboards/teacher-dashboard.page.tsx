import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../../lib/day.ts';
import { useSession } from '../../../lib/use-session.ts';
import { Stats } from '../../overview/stats.tsx';
import { teacherProfileOptions } from '../../profiles/profiles.api.ts';
import { PersonDashboard } from './person-dashboard.tsx';
import classes from './dashboards.module.css';

const TeacherDashboardPage = () => {
  const answer = useQuery(teacherProfileOptions(useSession()?.email ?? ''));
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
    >
      <section>
        <h2 className={classes['section']}>Overview</h2>
        <Stats what={['students', 'faculty', 'classes']} facultyUnivId={record?.univId} />
      </section>
    </PersonDashboard>
  );
};

export default TeacherDashboardPage;
