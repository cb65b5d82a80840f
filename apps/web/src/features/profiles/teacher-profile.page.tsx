import type { FacultyProfile } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../lib/day.ts';
import { useSession } from '../../lib/use-session.ts';
import { ProfilePage } from './profile-page.tsx';
import { teacherProfileOptions } from './profiles.api.ts';

const fieldsOf = (teacher: FacultyProfile) =>
  [
    ['University ID', teacher.univId],
    ['Department', teacher.department],
    ['Date of Birth', teacher.dob && formatDay(teacher.dob)],
    ['Contact Number', teacher.contactPhone ?? teacher.contactNo],
    ['Address', teacher.address],
  ] as const;

/** As `StudentProfilePage`. */
const TeacherProfilePage = () => {
  const email = useSession()?.email ?? '';
  const options = teacherProfileOptions(email);
  return (
    <ProfilePage
      title="Settings & Profile"
      kind="teacher"
      email={email}
      query={useQuery(options)}
      queryKey={options.queryKey}
      image="teacherImage"
      columnsOf={(teacher) => [fieldsOf(teacher)]}
    />
  );
};

export default TeacherProfilePage;
