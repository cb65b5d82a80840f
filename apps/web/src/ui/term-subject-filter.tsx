import { exams } from '@campus/contract';
import { IconBooks } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useReply } from '../lib/query.ts';
import { subjectChoices } from '../lib/subject-label.ts';
import { type SearchParams, pageParam, textParam, useUrlState } from '../lib/use-url-state.ts';
import { usePerson } from '../lib/use-session.ts';
import { EmptyState } from './loaded.tsx';
import { SelectField } from './fields.tsx';
import { SearchField } from './search-field.tsx';
import { TermSelect } from './term-select.tsx';
import classes from './term-subject-filter.module.css';

const readView = (address: SearchParams) => ({
  termId: textParam(address['termId']),
  subjectId: textParam(address['subjectId']),
  search: textParam(address['search']),
  page: pageParam(address['page']),
});

/** State of the list of exams or assignments that a person manages: term, subject, search and page. */
export const useTermSubjectFilter = () => {
  const { view, setView } = useUrlState(readView);
  const { termId, subjectId, search, page } = view;
  return {
    view,
    setView,
    isFiltered: search !== '' || subjectId !== '',
    query: {
      page,
      limit: 10,
      search: search || undefined,
      termId: termId || undefined,
      subjectId: subjectId || undefined,
    },
  };
};

interface TermSubjectFilterProps {
  readonly list: ReturnType<typeof useTermSubjectFilter>;
  readonly subjectLabel: string;
  readonly search: { readonly label: string; readonly placeholder: string };
  /** Shown between the subject and the search. */
  readonly children?: ReactNode;
}

/** The term, subject and search fields of such a list. */
export const TermSubjectFilter = ({
  list,
  subjectLabel,
  search,
  children,
}: TermSubjectFilterProps) => {
  const { view, setView } = list;
  const terms = useReply(exams.listExamTerms);
  const subjects = useReply(exams.listExamSubjects, {
    query: { termId: view.termId || undefined },
  });
  return (
    <div className={classes['tools']} data-waiting={!terms.isFetched || undefined}>
      <TermSelect
        className={classes['term']}
        terms={terms.data ?? []}
        value={view.termId}
        onTerm={(termId) => setView({ termId, subjectId: '' })}
      />
      <SelectField
        label={subjectLabel}
        className={classes['subject'] ?? ''}
        value={view.subjectId}
        data={subjectChoices(subjects.data, 'All Subjects')}
        onChange={(event) => setView({ subjectId: event.currentTarget.value })}
      />
      {children}
      <SearchField
        className={classes['search']}
        {...search}
        value={view.search}
        onSearch={(text) => setView({ search: text })}
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
