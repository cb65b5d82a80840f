import { exams } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { campusQuery } from '../../lib/campus.ts';
import { useReply } from '../../lib/query.ts';
import { together } from '../../lib/together.ts';
import { CardColumns, CardStack } from '../../ui/card-layout.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NoSubjects } from '../../ui/managed-list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ExamDetails } from './details/exam-details.tsx';
import { ExamList } from './exam-list.tsx';

/** The exams of a teacher's subjects, or of all for an administrator. */
export default function ExamsPage() {
  const campus = useQuery(campusQuery);
  const subjects = useReply(exams.listExamSubjects, { query: {} });
  return (
    <>
      <PageHead title="Exams" />
      <Loaded query={together({ campus, subjects })} what="exams" rows={6} columns={4} card>
        {({ campus: { today }, subjects: taught }) => (
          <CardColumns side={380} stackedTo={1080}>
            <CardStack>
              {taught.length === 0 ? (
                <Card title="Exam Details">
                  <NoSubjects />
                </Card>
              ) : (
                <ExamDetails subjects={taught} today={today} />
              )}
            </CardStack>
            <ExamList subjects={taught} today={today} />
          </CardColumns>
        )}
      </Loaded>
    </>
  );
}
