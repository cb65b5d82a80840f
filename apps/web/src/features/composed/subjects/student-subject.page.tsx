import {
  examResults,
  handIns,
  missedExamsInWords,
  overview,
  type StudentEnrolment,
} from '@campus/contract';
import { IconBookOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { formatCount, percentText } from '../../../lib/count.ts';
import { formatDay } from '../../../lib/day.ts';
import { useReply } from '../../../lib/query.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { Card, CardColumns, CardStack, Page } from '../../../ui/page.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { EmptyState, Loaded } from '../../../ui/loaded.tsx';
import { studentPercentagesQuery } from '../../attendance/student/student.api.ts';
import { FileRow } from '../../calendar/class-info/class-info-card.tsx';
import { classInfoOptions } from '../../calendar/class-info/class-info.api.ts';
import { StateBadge } from '../../assignments/state-badge.tsx';
import { Fraction, TaskCard } from '../dashboards/task-card.tsx';
import classes from './subject-page.module.css';

/** The class information that the office has uploaded for a teacher, if any. */
const ClassInfo = ({ teacherEmail }: { readonly teacherEmail: string }) => {
  const { data: info } = useQuery(classInfoOptions(teacherEmail));
  return (
    info && (
      <Card title="Class information">
        <FileRow info={info} audience={teacherEmail} />
      </Card>
    )
  );
};

const Subject = ({ enrolment }: { readonly enrolment: StudentEnrolment }) => {
  const { subject, term } = enrolment;
  const params = { email: usePerson().email };
  const query = { termId: term.id };
  const assignments = useReply(handIns.studentAssignments, { params, query, staleTime: 0 });
  const results = useReply(examResults.studentResults, { params, staleTime: 0 });
  const percentages = useQuery(studentPercentagesQuery(params.email));
  const attended = percentages.data?.find(({ id }) => id === subject.id);
  const ofTerm = results.data?.find((one) => one.term.id === term.id);
  const exams = ofTerm?.subjects.find(({ subjectId }) => subjectId === subject.id);
  return (
    <CardColumns side={400} at="right">
      <CardStack>
        <TaskCard
          title="Assignments"
          query={assignments}
          none="No assignments yet."
          rows={(all) =>
            all
              .filter(({ subjectId }) => subjectId === subject.id)
              .map(({ id, title, state, deadlineOnCampus, marks, grade }) => ({
                key: id,
                title,
                to: `/student/assignments/${id}`,
                under: `Due ${formatDay(deadlineOnCampus)}, out of ${grade}`,
                aside:
                  marks === null ? (
                    <StateBadge state={state} />
                  ) : (
                    <Fraction part={marks} of={grade} />
                  ),
              }))
          }
        />
        <TaskCard
          title="Results"
          query={results}
          none="No results yet."
          rows={() =>
            (ofTerm?.results ?? [])
              .filter(({ subjectId }) => subjectId === subject.id)
              .map(({ examId, title, heldOn, marks, maxMarks }) => ({
                key: examId,
                title,
                to: '/student/exams',
                under: formatDay(heldOn),
                aside: marks === null ? 'Absent' : <Fraction part={marks} of={maxMarks} />,
              }))
          }
        />
      </CardStack>
      <CardStack>
        <Card title="Subject and people">
          <DefinitionList
            items={[
              ['Attendance', percentText(attended?.percentage)],
              ['Classes', attended && `${attended.present} of ${attended.classes}`],
              ['Results so far', percentText(exams?.percent)],
              ['Credits', enrolment.credits],
              ['Teacher', enrolment.teacherName],
              ['Email', enrolment.teacherEmail],
              ...(enrolment.alsoTeaching.length > 0
                ? [['Also teaching', enrolment.alsoTeaching.join(', ')] as const]
                : []),
              ...(enrolment.section === null ? [] : [['Section', enrolment.section] as const]),
              ['Students', formatCount(enrolment.students)],
            ]}
          />
          {ofTerm && exams?.percent != null && (
            <p className={classes['rule']}>
              {missedExamsInWords([{ ...term, absentCountsZero: ofTerm.absentCountsZero }])}
            </p>
          )}
        </Card>
        {attended?.ongoing && <ClassInfo teacherEmail={enrolment.teacherEmail} />}
      </CardStack>
    </CardColumns>
  );
};

export default function StudentSubjectPage() {
  const { subjectId } = useParams({ strict: false });
  const { email } = usePerson();
  const query = useReply(overview.listStudentEnrolments, { params: { email } });
  const enrolment = query.data?.find(({ subject }) => subject.id === subjectId);
  return (
    <Page
      title={enrolment?.subject.subjectName ?? 'Subject'}
      line={
        <>
          <Link to="/student/attendance">All subjects</Link>
          {enrolment && ` · ${enrolment.subject.subjectCode} · ${enrolment.term.name}`}
        </>
      }
    >
      <Loaded query={query} what="subject" rows={5} columns={2} card>
        {() =>
          enrolment ? (
            <Subject enrolment={enrolment} />
          ) : (
            <EmptyState card icon={IconBookOff} text="You are not enrolled in this subject." />
          )
        }
      </Loaded>
    </Page>
  );
}
