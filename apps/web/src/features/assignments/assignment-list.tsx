import { assignmentGroup, assignments, type ManagedAssignment } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconClipboardText } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../lib/count.ts';
import { usePage } from '../../lib/query.ts';
import { usePerson } from '../../lib/use-session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/page.tsx';
import { DownloadMenu } from '../../ui/download-menu.tsx';
import { Meter } from '../../ui/meter.tsx';
import { TermSubjectFilter, useTermSubjectFilter } from '../../ui/term-subject-filter.tsx';
import { TitleWithSubtitle } from '../../ui/title-with-subtitle.tsx';
import { PagedTable } from '../../ui/paged-list.tsx';
import { SubjectLink } from '../../ui/subject-link.tsx';
import { minuteInWords } from './assignment-labels.ts';
import { useFrozen } from './term-closed.tsx';
import classes from './assignments.module.css';

/** The state of an assignment's marks, and what is to be done about them. */
const Marks = ({ one }: { readonly one: ManagedAssignment }) => {
  const { role } = usePerson();
  const { id, toMark, toReturn, returned } = one;
  const frozen = useFrozen(one);
  if (toMark > 0 && !frozen)
    return (
      <Button
        variant="light"
        renderRoot={(props) => <Link {...props} to={`/${role}/assignments/${id}`} />}
      >
        {`Mark ${formatCount(toMark)}`}
      </Button>
    );
  if (toReturn === 0 && returned > 0 && one.past)
    return (
      <Badge tone="good" icon={IconCircleCheck}>
        All returned
      </Badge>
    );
  const words = [
    frozen && toMark > 0 && `${formatCount(toMark)} not marked`,
    toReturn > 0 && `${formatCount(toReturn)} ${frozen ? 'not returned' : 'to return'}`,
  ];
  return (
    <span className={classes['muted']}>
      {words.filter(Boolean).join(', ') || 'Nothing to mark'}
    </span>
  );
};

const Title = ({ one }: { readonly one: ManagedAssignment }) => (
  <TitleWithSubtitle
    title={<Link to={`/${usePerson().role}/assignments/${one.id}`}>{one.title}</Link>}
    line={<SubjectLink {...one} id={one.subjectId} />}
  />
);

const deadlineOf = (one: ManagedAssignment): string =>
  `${minuteInWords(one.deadlineOnCampus)}${one.past ? ' (passed)' : ''}`;

const groups = { toMark: 'To mark', open: 'Open', returned: 'Returned' } as const;

const handedInOf = ({ handedIn, students }: ManagedAssignment): string =>
  `${formatCount(handedIn)} of ${formatCount(students)}`;

/** How many have handed in, as text and as a bar. */
const HandedIn = ({ one }: { readonly one: ManagedAssignment }) => (
  <div className={classes['handedIn']}>
    {handedInOf(one)}
    <Meter value={one.handedIn} max={one.students} />
  </div>
);

/** The assignments the person manages in a term, at first the open one: to mark, open, returned. */
export const AssignmentList = ({ mayAdd }: { readonly mayAdd: boolean }) => {
  const list = useTermSubjectFilter();
  const { role } = usePerson();
  const query = usePage(assignments.listAssignments, { query: list.query, staleTime: 0 });
  return (
    <Card
      title="All Assignments"
      actions={<DownloadMenu endpoint={assignments.exportAssignments} query={list.query} />}
      flush
    >
      <TermSubjectFilter
        list={list}
        subjectLabel="Show"
        search={{ label: 'Find an assignment', placeholder: 'Search title or subject' }}
      />
      <PagedTable
        query={query}
        view={list.view}
        setView={list.setView}
        what="assignments"
        empty={{
          icon: IconClipboardText,
          text: list.isFiltered
            ? 'No assignments found'
            : list.view.termId
              ? 'This term had no assignments.'
              : `No assignments yet.${mayAdd ? ' Add the first one.' : ''}`,
        }}
        label="All Assignments"
        keyOf={({ id }) => id}
        groupOf={(one) =>
          one.termClosed && role === 'teacher' ? 'Term closed' : groups[assignmentGroup(one)]
        }
        columns={[
          { head: 'Assignment', render: (one) => <Title one={one} /> },
          { head: 'Deadline', render: deadlineOf, muted: true, underBelow: 640 },
          { head: 'Handed in', render: (one) => <HandedIn one={one} /> },
          { head: 'Marks', render: (one) => <Marks one={one} />, muted: true },
        ]}
        linesBelow={540}
        renderLine={(one) => (
          <>
            <Title one={one} />
            <span className={classes['muted']}>{deadlineOf(one)}</span>
            <div className={classes['footer']}>
              <span>{`${handedInOf(one)} handed in`}</span>
              <Marks one={one} />
            </div>
          </>
        )}
      />
    </Card>
  );
};
