import type { ExamTerm } from '@campus/contract';
import { SelectField } from './fields.tsx';

interface TermSelectProps {
  readonly terms: readonly ExamTerm[];
  /** The id of a term; blank for the open one. */
  readonly value: string;
  readonly onTerm: (termId: string) => void;
  readonly className?: string | undefined;
}

/** Chooses an earlier term; hidden if there is nothing to choose. */
export const TermSelect = ({ terms, value, onTerm, className }: TermSelectProps) => {
  const open = terms.some(({ state }) => state === 'open');
  if (terms.length < (open ? 2 : 1)) return null;
  return (
    <SelectField
      label="Term"
      className={className ?? ''}
      value={value}
      data={[
        ...(open ? [] : [{ value: '', label: 'The open term' }]),
        ...terms.map(({ id, name, state }) => ({ value: state === 'open' ? '' : id, label: name })),
      ]}
      onChange={(event) => onTerm(event.currentTarget.value)}
    />
  );
};
