import { assignments, type ManagedAssignment } from '@campus/contract';
import { IconClipboardText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pageQueryOf } from '../../lib/query.ts';
import { subjectLabel } from '../../lib/subject-label.ts';
import { usePerson } from '../../lib/use-session.ts';
import { Card } from '../../ui/card.tsx';
import { ManagedTools, useManagedList } from '../../ui/managed-list.tsx';
import { PagedTable } from '../../ui/paged-list.tsx';
import { minuteInWords } from './assignment-labels.ts';
import classes from './assignments.module.css';

const waiting = ({ toMark, toReturn }: ManagedAssignment): string =>
  [toMark > 0 && `${toMark} to mark`, toReturn > 0 && `${toReturn} to return`]
    .filter(Boolean)
    .join(', ') || 'Nothing to mark';

const Title = ({ one }: { readonly one: ManagedAssignment }) => (
  <div className={classes['title']}>
    <Link to={`/${usePerson().role}/assignments/${one.id}`}>{one.title}</Link>
    <span className={classes['muted']}>{subjectLabel(one)}</span>
  </div>
);

const deadlineOf = (one: ManagedAssignment): string =>
  `${minuteInWords(one.deadlineOnCampus)}${one.past ? ' (passed)' : ''}`;

/** The assignments one keeps in a term, at first the open one, the latest deadline first. */
export const AssignmentList = () => {
  const list = useManagedList(['all']);
  const query = useQuery(
    pageQueryOf(assignments.listAssignments, { query: list.query, staleTime: 0 }),
  );
  return (
    <Card title="All Assignments" flush>
      <ManagedTools
        list={list}
        subjectLabel="Show"
        search={{ label: 'Find an assignment', placeholder: 'Search title or subject' }}
      />
      <PagedTable
        query={query}
        view={list.place}
        setView={list.go}
        what="assignments"
        empty={{
          icon: IconClipboardText,
          text: list.filtered
            ? 'No assignments found'
            : list.of.termId
              ? 'This term had no assignments.'
              : 'No assignments yet. Add the first one.',
        }}
        label="All Assignments"
        keyOf={({ id }) => id}
        columns={[
          { head: 'Assignment', render: (one) => <Title one={one} /> },
          { head: 'Deadline', render: deadlineOf, muted: true },
          { head: 'Handed in', render: (one) => `${one.handedIn} of ${one.students}` },
          { head: 'Marks', render: waiting, muted: true },
        ]}
        linesBelow={600}
        renderLine={(one) => (
          <>
            <Title one={one} />
            <span className={classes['muted']}>{deadlineOf(one)}</span>
            <div className={classes['foot']}>
              <span>{`${one.handedIn} of ${one.students} handed in`}</span>
              <span className={classes['muted']}>{waiting(one)}</span>
            </div>
          </>
        )}
      />
    </Card>
  );
};
