import type { StudentProfile } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { studentItems, studentProfileQuery } from '../../../lib/student-profile.ts';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Loaded } from '../../../ui/loaded.tsx';

interface StudentDetailsProps {
  readonly email: string;
  readonly renderPicture: (student: StudentProfile) => ReactNode;
}

/** A student's profile, as far as it is a teacher's business. */
export const StudentDetails = ({ email, renderPicture }: StudentDetailsProps) => {
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
            <DefinitionList
              items={[['Email', data.email], ...Object.values(studentItems(data)).flat()]}
            />
          </>
        ) : (
          <p>No profile data available</p>
        )
      }
    </Loaded>
  );
};
