import {
  type AssignmentStudent,
  type HandIn,
  type HandInMarkChange,
  handIns,
} from '@campus/contract';
import { IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { formatCount, pluralize } from '../../../lib/count.ts';
import { useTimeOnCampus } from '../../../lib/campus.ts';
import { useReply } from '../../../lib/query.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { Card, CardColumns, CardStack, Page } from '../../../ui/page.tsx';
import { EmptyState, Loaded } from '../../../ui/loaded.tsx';
import { SubjectLink } from '../../../ui/subject-link.tsx';
import { workQuery } from '../assignments.api.ts';
import { markingProgress } from '../marking-order.ts';
import { StateBadge } from '../state-badge.tsx';
import { TermClosedNotice, useFrozen } from '../term-closed.tsx';
import { DeadlineCard } from './deadline-card.tsx';
import { MarkForm, type MarkFormProps } from './mark-form.tsx';
import { WorkNavigation } from './work-navigation.tsx';
import { Versions } from './versions.tsx';
import assignmentClasses from '../assignments.module.css';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the person is typing marks for one student after another. */
    readonly typing?: boolean;
  }
}

const inWords = ({ event, marks, version }: HandInMarkChange): string => {
  const given = pluralize(marks, 'mark');
  if (event === 'returned') return `Returned with ${given}`;
  return event === 'reopened' ? 'Reopened' : `${given} for version ${version}`;
};

/** The history of a student's marks, latest first. */
const MarksHistory = ({ history }: Pick<HandIn, 'history'>) => {
  const formatTime = useTimeOnCampus();
  return (
    <Card title="History of the marks" flush>
      <ol className={assignmentClasses['lines']} aria-label="History of the marks, latest first">
        {history.map((change) => (
          <li key={change.id}>
            <span>{inWords(change)}</span>
            {change.event === 'marked' && change.comment !== '' && (
              <span className={assignmentClasses['prose']}>{`“${change.comment}”`}</span>
            )}
            <span className={assignmentClasses['muted']}>
              {`${change.changedBy}, ${formatTime(change.changedAt)}`}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
};

/** The next students to mark; the assignment's list has the rest. */
const ToMarkNext = ({ coming }: { readonly coming: readonly AssignmentStudent[] }) => {
  const { role } = usePerson();
  const { assignmentId = '' } = useParams({ strict: false });
  return (
    <Card title="To mark next" actions={<b>{formatCount(coming.length)}</b>} flush>
      <ul className={assignmentClasses['lines']}>
        {coming.slice(0, 2).map(({ studentEmail, studentName, rollNo, late }) => (
          <li key={studentEmail}>
            <span className={assignmentClasses['footer']}>
              <Link to={`/${role}/assignments/${assignmentId}/${studentEmail}`}>{studentName}</Link>
              <span className={assignmentClasses['muted']}>{late ? 'Late' : rollNo}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
};

interface WorkProps extends Omit<MarkFormProps, 'next'> {
  readonly coming: readonly AssignmentStudent[];
}

const Work = ({ work, coming, ...marking }: WorkProps) => (
  <CardStack>
    {useFrozen(work.assignment) && <TermClosedNotice />}
    <CardColumns side={360} at="right">
      <Card title="Work">
        {work.versions.length === 0 ? (
          <EmptyState icon={IconInbox} text="This student has not handed in anything yet." />
        ) : (
          <Versions versions={work.versions} opens />
        )}
      </Card>
      <CardStack>
        {work.versions.length > 0 && (
          <MarkForm
            key={`${work.studentEmail} ${work.versions[0]?.version}`}
            work={work}
            next={coming[0]}
            {...marking}
          />
        )}
        {coming.length > 0 && <ToMarkNext coming={coming} />}
        <DeadlineCard work={work} />
        {work.history.length > 0 && <MarksHistory history={work.history} />}
      </CardStack>
    </CardColumns>
  </CardStack>
);

/** Marks one student's work on an assignment; leads to the others. */
export default function WorkPage() {
  const { role } = usePerson();
  const navigate = useNavigate();
  const { assignmentId = '', studentEmail = '' } = useParams({ strict: false });
  const work = useQuery(workQuery({ assignmentId, email: studentEmail }));
  const all = useReply(handIns.readAssignment, { params: { assignmentId }, staleTime: 0 });
  const typing = useLocation({ select: ({ state }) => state.typing === true });
  const { error, errorUpdatedAt, refetch } = work;
  const phrases = useReply(handIns.readPhrases);
  // Save and Next takes the place of Save, and phrases move both: the form waits for them.
  const data = all.isFetched && phrases.isFetched ? work.data : undefined;
  const email = work.data?.studentEmail ?? studentEmail;
  const students = all.data?.students ?? [];
  const place = markingProgress(students, email);
  const goTo = (to: AssignmentStudent, types: boolean): void => {
    const address = `/${role}/assignments/${assignmentId}/${to.studentEmail}`;
    void navigate({ to: address, state: { typing: types } });
  };
  const inList = students.find((one) => one.studentEmail === studentEmail);
  return (
    <Page
      title={work.data?.studentName ?? inList?.studentName ?? 'Work'}
      line={
        <span className={assignmentClasses['line']}>
          <span>
            <Link to={`/${role}/assignments/${assignmentId}`}>
              {work.data?.assignment.title ?? 'Back to the assignment'}
            </Link>
            {work.data && (
              <>
                {' · '}
                <SubjectLink {...work.data.assignment} id={work.data.assignment.subjectId} />
              </>
            )}
          </span>
          {work.data && (
            <StateBadge state={work.data.state} late={work.data.versions[0]?.late ?? false} />
          )}
        </span>
      }
      actions={all.data && <WorkNavigation place={place} onGo={(to) => goTo(to, false)} />}
    >
      <Loaded
        query={{ data, error, errorUpdatedAt, refetch }}
        what="work"
        rows={5}
        columns={2}
        card
      >
        {(known) => (
          <Work
            work={known}
            coming={place.coming}
            onNext={(next) => goTo(next, true)}
            typing={typing}
          />
        )}
      </Loaded>
    </Page>
  );
}
