import { handIns, isDue, type OwnAssignment } from '@campus/contract';
import { IconCheck, IconClipboardText } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { serverText } from '../../../lib/error-text.ts';
import { useReply } from '../../../lib/query.ts';
import {
  pageParam,
  type SearchParams,
  textParam,
  useUrlState,
} from '../../../lib/use-url-state.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { Card, CardStack, Page } from '../../../ui/page.tsx';
import { EmptyState, Loaded } from '../../../ui/loaded.tsx';
import { TermSelect } from '../../../ui/term-select.tsx';
import { TitleWithSubtitle } from '../../../ui/title-with-subtitle.tsx';
import { SubjectLink } from '../../../ui/subject-link.tsx';
import { deadlineInWords } from '../assignment-labels.ts';
import { StateBadge } from '../state-badge.tsx';
import classes from '../assignments.module.css';

const noteOf = ({ state, marks, grade, reopened }: OwnAssignment): string => {
  if (marks !== null) return `${marks} of ${grade}`;
  if (state === 'overdue') return 'Late work is accepted';
  return reopened ? 'Reopened: hand in again' : `Out of ${grade}`;
};

const Lines = ({ label, all }: { readonly label: string; readonly all: OwnAssignment[] }) => (
  <ul className={classes['lines']} aria-label={label}>
    {all.map((one) => (
      <li key={one.id}>
        <div className={classes['footer']}>
          <TitleWithSubtitle
            title={<Link to={`/student/assignments/${one.id}`}>{one.title}</Link>}
            line={<SubjectLink {...one} id={one.subjectId} />}
          />
          <StateBadge state={one.state} late={one.late} />
        </div>
        <div className={classes['footer']}>
          <span className={classes['muted']}>{`Until ${deadlineInWords(one, one.extended)}`}</span>
          <span>{noteOf(one)}</span>
        </div>
      </li>
    ))}
  </ul>
);

/** The assignments of a term; of the open one when `termId` is blank. */
const Assignments = ({ termId }: { readonly termId: string }) => {
  const { email } = usePerson();
  const list = useReply(handIns.studentAssignments, {
    params: { email },
    query: { termId: termId || undefined },
    staleTime: 0,
  });
  return (
    <Loaded
      query={list}
      what="assignments"
      failed="Failed to load assignments. Please try again."
      textOf={serverText}
      rows={5}
      card
      empty={{
        icon: IconClipboardText,
        text: termId
          ? 'This term had no assignments.'
          : 'No assignments yet. They appear here when your teachers add them.',
      }}
    >
      {(all) => {
        const due = all.filter(isDue);
        const others = all.filter((one) => !isDue(one)).toReversed();
        return (
          <CardStack narrow>
            {(termId === '' || due.length > 0) && (
              <Card title="To hand in" flush>
                {due.length > 0 ? (
                  <Lines label="To hand in" all={due} />
                ) : (
                  <EmptyState icon={IconCheck} text="Nothing to hand in at the moment." />
                )}
              </Card>
            )}
            {others.length > 0 && (
              <Card title="Handed in and past" flush>
                <Lines label="Handed in and past" all={others} />
              </Card>
            )}
          </CardStack>
        );
      }}
    </Loaded>
  );
};

const readView = (address: SearchParams) => ({
  termId: textParam(address['termId']),
  page: pageParam(address['page']),
});

/** What a student has to hand in, and what was returned. */
export default function StudentAssignmentsPage() {
  const { email } = usePerson();
  const { view, setView } = useUrlState(readView);
  const terms = useReply(handIns.studentTerms, { params: { email } });
  return (
    <Page
      title="Assignments"
      actions={
        <TermSelect
          terms={terms.data ?? []}
          value={view.termId}
          onTerm={(termId) => setView({ termId })}
        />
      }
    >
      <Assignments termId={view.termId} />
    </Page>
  );
}
