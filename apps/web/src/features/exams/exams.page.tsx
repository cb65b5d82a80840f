import { exams, examResults } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { May } from '../../lib/may-call.tsx';
import { campusQuery } from '../../lib/campus.ts';
import { useReply } from '../../lib/query.ts';
import { combineQueries } from '../../lib/combine-queries.ts';
import { Card, CardColumns, CardStack, Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NoSubjects } from '../../ui/term-subject-filter.tsx';
import { ExamEntryForm } from './entry/exam-entry-form.tsx';
import { ExamList } from './exam-list.tsx';

/** The exams of a teacher's subjects; for an administrator, all of them. */
export default function ExamsPage() {
  const campus = useQuery(campusQuery);
  const subjects = useReply(exams.listExamSubjects, { query: {} });
  return (
    <Page title="Exams">
      <Loaded query={combineQueries({ campus, subjects })} what="exams" rows={6} columns={4} card>
        {({ campus: { today }, subjects: taught }) => (
          <CardColumns at="right">
            <ExamList subjects={taught} today={today} />
            <May call={examResults.addEntry}>
              <CardStack>
                {taught.length === 0 ? (
                  <Card title="Exam Details">
                    <NoSubjects />
                  </Card>
                ) : (
                  <ExamEntryForm subjects={taught} today={today} />
                )}
              </CardStack>
            </May>
          </CardColumns>
        )}
      </Loaded>
    </Page>
  );
}
