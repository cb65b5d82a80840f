import type { StudentProfile } from '@campus/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatDay } from '../../lib/day.ts';
import { studentProfileQuery } from '../../lib/student-profile.ts';
import { useSession } from '../../lib/use-session.ts';
import { PictureCard } from './picture/picture-card.tsx';
import { ProfileCard } from './profile-card.tsx';
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
  const client = useQueryClient();
  const options = studentProfileQuery(email);
  return (
    <ProfilePage
      title="Profile"
      query={useQuery(options)}
      renderPicture={({ name, stuImage }) => (
        <PictureCard
          kind="student"
          own
          email={email}
          name={name}
          marker={stuImage}
          onStored={(marker) =>
            client.setQueryData(
              options.queryKey,
              (profile) => profile && { ...profile, stuImage: marker },
            )
          }
        />
      )}
      renderProfile={(student) => (
        <ProfileCard name={student.name} email={student.email} columns={columnsOf(student)} />
      )}
    />
  );
};

export default StudentProfilePage;
