import { exams } from '@campus/contract';
import { IconBooks } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useReply } from '../lib/query.ts';
import { subjectChoices } from '../lib/subject-label.ts';
import { useListPlace } from '../lib/use-list-place.ts';
import { usePerson } from '../lib/use-session.ts';
import { EmptyState } from './loaded.tsx';
import { SelectField } from './fields.tsx';
import { SearchField } from './search-field.tsx';
import { TermSelect } from './term-select.tsx';
import classes from './managed-list.module.css';

/** State of the list of exams or assignments that a person manages: term, subject and search. */
export const useManagedList = <Part extends string>(parts: readonly [Part, ...Part[]]) => {
  const { place, go } = useListPlace(parts);
  const [of, setOf] = useState({ termId: '', subjectId: '' });
  const { search, page } = place;
  return {
    place,
    go,
    of,
    choose: (chosen: typeof of): void => {
      setOf(chosen);
      go({ page: 1 });
    },
    filtered: search !== '' || place.part !== parts[0] || of.subjectId !== '',
    query: {
      page,
      limit: 10,
      search: search || undefined,
      termId: of.termId || undefined,
      subjectId: of.subjectId || undefined,
    },
  };
};

interface ManagedToolsProps {
  readonly list: Pick<ReturnType<typeof useManagedList<string>>, 'place' | 'of' | 'choose'> & {
    readonly go: (change: { readonly search: string }) => void;
  };
  readonly subjectLabel: string;
  readonly search: { readonly label: string; readonly placeholder: string };
  /** Shown between the subject and the search. */
  readonly children?: ReactNode;
}

/** The term, subject and search fields of such a list. */
export const ManagedTools = ({ list, subjectLabel, search, children }: ManagedToolsProps) => {
  const { place, of, choose, go } = list;
  const terms = useReply(exams.listExamTerms);
  const subjects = useReply(exams.listExamSubjects, {
    query: { termId: of.termId || undefined },
    placeholderData: keepPreviousData,
  });
  return (
    <div className={classes['tools']}>
      <TermSelect
        className={classes['term']}
        terms={terms.data ?? []}
        value={of.termId}
        onTerm={(termId) => choose({ termId, subjectId: '' })}
      />
      <SelectField
        label={subjectLabel}
        className={classes['subject'] ?? ''}
        value={of.subjectId}
        data={subjectChoices(subjects.data, 'All Subjects')}
        onChange={(event) => choose({ ...of, subjectId: event.currentTarget.value })}
      />
      {children}
      <SearchField
        className={classes['search']}
        {...search}
        value={place.search}
        onSearch={(text) => go({ search: text })}
      />
    </div>
  );
};

/** Shown in place of the form for a new one when there is no subject for it. */
export const NoSubjects = ({ sections = false }: { readonly sections?: boolean }) => (
  <EmptyState
    icon={IconBooks}
    text={
      usePerson().role !== 'teacher'
        ? 'The open term has no subjects yet'
        : sections
          ? 'You grade a section. Who grades all students of a subject adds to it.'
          : 'No subjects assigned to you'
    }
  />
);
