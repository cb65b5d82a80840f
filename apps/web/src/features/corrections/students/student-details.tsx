import type { StudentProfile } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDay } from '../../../lib/day.ts';
import { studentProfileQuery } from '../../../lib/student-profile.ts';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import type { OpenedStudent } from './student-actions.tsx';

const items = (profile: StudentProfile) =>
  [
    ['Email', profile.email],
    ['University ID', profile.univId],
    ['Roll No', profile.rollNo],
    ['Course', profile.course],
    ['Department', profile.branch],
    ['Semester', profile.semester],
    ['Year', profile.year],
    ['Date of Birth', profile.dob && formatDay(profile.dob)],
    ['Contact Number', profile.contactPhone ?? profile.contactNo],
    ['Address', profile.address],
  ] as const;

interface ProfileProps {
  readonly email: string;
  readonly renderPicture: (student: StudentProfile) => ReactNode;
}

const Profile = ({ email, renderPicture }: ProfileProps) => {
  const profile = useQuery(studentProfileQuery(email));
  return (
    <Loaded
      query={profile}
      what="profile"
      failed="Failed to load profile. Please try again."
      textOf={(_, failed) => failed}
      rows={8}
      columns={2}
    >
      {(data) =>
        // An answer without a body is an empty profile.
        data ? (
          <>
            {renderPicture(data)}
            <DefinitionList items={items(data)} />
          </>
        ) : (
          <p>No profile data available</p>
        )
      }
    </Loaded>
  );
};

interface StudentDetailsProps extends Pick<ProfileProps, 'renderPicture'> {
  readonly opened: boolean;
  readonly student: OpenedStudent;
  readonly onClose: () => void;
}

/** A student's profile, as far as it is a teacher's business. */
export const StudentDetails = ({
  opened,
  student,
  onClose,
  renderPicture,
}: StudentDetailsProps) => (
  <Dialog opened={opened} onClose={onClose} title={student.name ?? 'Student'}>
    {student.email !== null && <Profile email={student.email} renderPicture={renderPicture} />}
  </Dialog>
);
