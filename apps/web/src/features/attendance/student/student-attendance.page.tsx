import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../lib/use-session.ts';
import { CardColumns, CardStack } from '../../../ui/card-layout.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { studentRecordsQuery } from './student.api.ts';
import { OverallCard } from './overall-card.tsx';
import { RecentClasses } from './recent-classes.tsx';
import { RecordsCard } from './records-card.tsx';
import { SubjectPercentages } from './subject-percentages.tsx';

/** The attendance of one student, for everybody who may see it. */
export const StudentAttendance = ({ email }: { readonly email: string }) => {
  // Of all subjects, whatever the filter of the records says.
  const records = useQuery(studentRecordsQuery(email, null));
  return (
    <CardColumns side={320} stackedTo={900}>
      <CardStack>
        <OverallCard email={email} />
        <RecentClasses records={records.data ?? []} />
      </CardStack>
      <CardStack>
        <RecordsCard email={email} />
        <SubjectPercentages email={email} />
      </CardStack>
    </CardColumns>
  );
};

/** A student sees their own attendance; a mark just made appears without a reload. */
export default function StudentAttendancePage() {
  const email = useSession()?.email;
  return (
    <>
      <PageHead title="Attendance" />
      {email !== undefined && <StudentAttendance email={email} />}
    </>
  );
}
