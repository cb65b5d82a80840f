import { IconBooks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { campusQuery } from '../../lib/campus.ts';
import { useSession } from '../../lib/use-session.ts';
import { CardColumns, CardStack } from '../../ui/card-layout.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { UntilLoaded } from '../../ui/until-loaded.tsx';
import { ExamDetails } from './details/exam-details.tsx';
import { examSubjectsQuery } from './exams.api.ts';
import { ExamList } from './list/exam-list.tsx';

const Exams = ({ area }: { readonly area: 'admin' | 'teacher' }) => {
  const campus = useQuery(campusQuery);
  const subjects = useQuery(examSubjectsQuery());
  const failed = campus.error ?? subjects.error;
  if (failed || !campus.data || !subjects.data)
    return (
      <Card>
        <UntilLoaded
          query={{
            error: failed,
            refetch: () => Promise.all([campus.refetch(), subjects.refetch()]),
          }}
          loading="Loading exams..."
          failed="The exams could not be loaded."
        >
          <SkeletonRows rows={6} columns={4} />
        </UntilLoaded>
      </Card>
    );
  const { today } = campus.data;
  return (
    <CardColumns side={380} stackedTo={1080}>
      <CardStack>
        {subjects.data.length === 0 ? (
          <Card title="Exam Details">
            <EmptyState
              icon={IconBooks}
              text={
                area === 'teacher'
                  ? 'No subjects assigned to you'
                  : 'The open term has no subjects yet'
              }
            />
          </Card>
        ) : (
          <ExamDetails subjects={subjects.data} today={today} />
        )}
      </CardStack>
      <ExamList area={area} subjects={subjects.data} today={today} />
    </CardColumns>
  );
};

/** The exams of a teacher's subjects, or of all for an administrator. */
export default function ExamsPage() {
  const role = useSession()?.role;
  return (
    <>
      <PageHead title="Exams" />
      {(role === 'admin' || role === 'teacher') && <Exams area={role} />}
    </>
  );
}
