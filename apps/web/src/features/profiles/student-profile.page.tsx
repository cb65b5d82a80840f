import type { StudentProfile } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../lib/day.ts';
import { studentProfileQuery } from '../../lib/student-profile.ts';
import { useSession } from '../../lib/use-session.ts';
import { ProfilePage } from './profile-page.tsx';

const columnsOf = (student: StudentProfile) =>
  [
    [
      ['University ID', student.univId],
      ['Roll No', student.rollNo],
      ['Course', student.course],
      ['Department', student.branch],
      ['Semester', student.semester],
    ],
    [
      ['Year', student.year],
      ['Date of Birth', student.dob && formatDay(student.dob)],
      ['Contact Number', student.contactPhone ?? student.contactNo],
      ['Address', student.address],
    ],
  ] as const;

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
      columnsOf={columnsOf}
    />
  );
};

export default StudentProfilePage;
