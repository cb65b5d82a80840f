import type { SchoolPerformance, TermWithSubjects } from '@campus/contract';
import { SelectField } from '../../../ui/fields.tsx';
import type { ViewProps } from './performance-view.ts';
import classes from './school.module.css';

interface ScopeFieldsProps extends ViewProps {
  readonly choices: readonly TermWithSubjects[];
  /** The term that is shown while none was chosen. */
  readonly term: SchoolPerformance['term'];
}

/** Which term and which subject are looked at. */
export const ScopeFields = ({ choices, term, view, setView }: ScopeFieldsProps) => {
  const shown = view.term === 'all' ? 'all' : (term?.id ?? view.term);
  const subjects = choices.find(({ id }) => id === shown)?.subjects ?? [];
  return (
    <div className={classes['scope']}>
      <SelectField
        label="Term"
        data={[
          ...choices.map(({ id, name }) => ({ value: id, label: name })),
          ...(choices.length > 1 ? [{ value: 'all', label: 'All terms' }] : []),
        ]}
        value={shown}
        onChange={(event) => setView({ term: event.currentTarget.value, subject: '' })}
      />
      <SelectField
        label="Subject"
        data={[
          { value: '', label: 'All Subjects' },
          ...subjects.map(({ id, subjectName, subjectCode }) => ({
            value: id,
            label: `${subjectName} (${subjectCode})`,
          })),
        ]}
        value={view.subject}
        disabled={shown === 'all'}
        onChange={(event) => setView({ term: shown, subject: event.currentTarget.value })}
      />
    </div>
  );
};
