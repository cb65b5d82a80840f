import type { ManagedAssignment } from '@campus/contract';
import { IconClipboardText } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { subjectLabel } from '../../lib/subject-label.ts';
import { useListPlace } from '../../lib/use-list-place.ts';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { PagedTable } from '../../ui/paged-list.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { minuteInWords } from './assignment-labels.ts';
import { assignmentListQuery, subjectsQuery, termsQuery } from './assignments.api.ts';
import { TermSelect } from './term-select.tsx';
import classes from './assignments.module.css';

const waiting = ({ toMark, toReturn }: ManagedAssignment): string =>
  [toMark > 0 && `${toMark} to mark`, toReturn > 0 && `${toReturn} to return`]
    .filter(Boolean)
    .join(', ') || 'Nothing to mark';

const Title = ({ one, area }: { readonly one: ManagedAssignment; readonly area: string }) => (
  <div className={classes['title']}>
    <Link to={`/${area}/assignments/${one.id}`}>{one.title}</Link>
    <span className={classes['muted']}>{subjectLabel(one)}</span>
  </div>
);

const deadlineOf = (one: ManagedAssignment): string =>
  `${minuteInWords(one.deadlineOnCampus)}${one.past ? ' (passed)' : ''}`;

const pageSize = 10;

/** The assignments one keeps in a term, at first the open one, the latest deadline first. */
export const AssignmentList = ({ area }: { readonly area: 'admin' | 'teacher' }) => {
  const { place, go } = useListPlace(['all']);
  const [termId, setTermId] = useState('');
  const [subjectId, setSubjectId] = useState('');
  const list = useQuery({
    ...assignmentListQuery({
      page: place.page,
      limit: pageSize,
      ...(place.search && { search: place.search }),
      ...(termId && { termId }),
      ...(subjectId && { subjectId }),
    }),
    placeholderData: keepPreviousData,
  });
  const terms = useQuery(termsQuery);
  const subjects = useQuery({
    ...subjectsQuery(termId || undefined),
    placeholderData: keepPreviousData,
  });
  const filtered = place.search !== '' || subjectId !== '';
  return (
    <Card title="All Assignments" flush>
      <div className={classes['tools']}>
        <TermSelect
          terms={terms.data ?? []}
          value={termId}
          onTerm={(id) => {
            setTermId(id);
            setSubjectId('');
            go({ page: 1 });
          }}
        />
        <SelectField
          label="Show"
          value={subjectId}
          data={[
            { value: '', label: 'All Subjects' },
            ...(subjects.data ?? []).map((one) => ({ value: one.id, label: subjectLabel(one) })),
          ]}
          onChange={(event) => {
            setSubjectId(event.currentTarget.value);
            go({ page: 1 });
          }}
        />
        <SearchField
          label="Find an assignment"
          placeholder="Search title or subject"
          value={place.search}
          onSearch={(search) => go({ search })}
        />
      </div>
      <PagedTable
        query={list}
        view={place}
        setView={go}
        what="assignments"
        empty={{
          icon: IconClipboardText,
          text: filtered
            ? 'No assignments found'
            : termId
              ? 'This term had no assignments.'
              : 'No assignments yet. Add the first one.',
        }}
        label="All Assignments"
        keyOf={({ id }) => id}
        columns={[
          { head: 'Assignment', render: (one) => <Title one={one} area={area} /> },
          { head: 'Deadline', render: deadlineOf, muted: true },
          { head: 'Handed in', render: (one) => `${one.handedIn} of ${one.students}` },
          { head: 'Marks', render: waiting, muted: true },
        ]}
        linesBelow={600}
        renderLine={(one) => (
          <>
            <Title one={one} area={area} />
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
