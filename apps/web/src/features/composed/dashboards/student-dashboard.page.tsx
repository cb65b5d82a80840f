import { useQuery } from '@tanstack/react-query';
import { studentProfileQuery } from '../../../lib/student-profile.ts';
import { useSession } from '../../../lib/use-session.ts';
import { PersonDashboard } from './person-dashboard.tsx';

const StudentDashboardPage = () => {
  const answer = useQuery(studentProfileQuery(useSession()?.email ?? ''));
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
    />
  );
};

export default StudentDashboardPage;
