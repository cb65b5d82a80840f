import type { FacultyProfile } from '@campus/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatDay } from '../../lib/day.ts';
import { useSession } from '../../lib/use-session.ts';
import { PictureCard } from './picture/picture-card.tsx';
import { ProfileCard } from './profile-card.tsx';
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
  const client = useQueryClient();
  const options = teacherProfileOptions(email);
  return (
    <ProfilePage
      title="Settings & Profile"
      query={useQuery(options)}
      renderPicture={({ name, teacherImage }) => (
        <PictureCard
          kind="teacher"
          own
          email={email}
          name={name}
          marker={teacherImage}
          onStored={(marker) =>
            client.setQueryData(
              options.queryKey,
              (profile) => profile && { ...profile, teacherImage: marker },
            )
          }
        />
      )}
      renderProfile={(teacher) => (
        <ProfileCard name={teacher.name} email={teacher.email} columns={[fieldsOf(teacher)]} />
      )}
    />
  );
};

export default TeacherProfilePage;
