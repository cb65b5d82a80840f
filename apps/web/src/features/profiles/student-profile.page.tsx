import { useQuery } from '@tanstack/react-query';
import { studentItems, studentProfileQuery } from '../../lib/student-profile.ts';
import { useSession } from '../../lib/use-session.ts';
import { ProfilePage } from './profile-page.tsx';

/** What Campus knows about the student who is signed in. */
const StudentProfilePage = () => {
  const email = useSession()?.email ?? '';
  const options = studentProfileQuery(email);
  return (
    <ProfilePage
      title="Profile"
      kind="student"
      email={email}
      query={useQuery(options)}
      queryKey={options.queryKey}
      image="stuImage"
      columnsOf={(student) => Object.values(studentItems(student))}
    />
  );
};

export default StudentProfilePage;
