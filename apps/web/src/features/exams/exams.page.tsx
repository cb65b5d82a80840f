import { IconBooks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { campusQuery } from '../../lib/campus.ts';
import { together } from '../../lib/together.ts';
import { useSession } from '../../lib/use-session.ts';
import { CardColumns, CardStack } from '../../ui/card-layout.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ExamDetails } from './details/exam-details.tsx';
import { examSubjectsQuery } from './exams.api.ts';
import { ExamList } from './list/exam-list.tsx';

const Exams = ({ area }: { readonly area: 'admin' | 'teacher' }) => {
  const campus = useQuery(campusQuery);
  const subjects = useQuery(examSubjectsQuery());
  return (
    <Loaded query={together({ campus, subjects })} what="exams" rows={6} columns={4} card>
      {({ campus: { today }, subjects: taught }) => (
        <CardColumns side={380} stackedTo={1080}>
          <CardStack>
            {taught.length === 0 ? (
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
              <ExamDetails subjects={taught} today={today} />
            )}
          </CardStack>
          <ExamList area={area} subjects={taught} today={today} />
        </CardColumns>
      )}
    </Loaded>
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
