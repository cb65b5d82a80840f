import type { Term } from '@campus/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatDay } from '../../../lib/day.ts';
import { RecordTable } from '../../../ui/record-table.tsx';
import { TermState } from './term-state.tsx';
import classes from './terms.module.css';

interface TermActionsProps {
  readonly term: Term;
  /** No term is open, so that this one can be. */
  readonly canOpen: boolean;
  readonly busy: boolean;
  readonly onEdit: () => void;
  readonly onOpen: () => void;
}

/** What can be done with a term, by its state. */
const TermActions = ({ term, canOpen, busy, onEdit, onOpen }: TermActionsProps) => (
  <span className={classes['actions']}>
    <Button
      variant="subtle"
      size="compact-sm"
      onClick={onEdit}
      aria-label={`Edit ${term.name}`}
      disabled={busy}
    >
      Edit
    </Button>
    {term.state === 'planned' && canOpen && (
      <Button
        variant="light"
        size="compact-sm"
        onClick={onOpen}
        aria-label={`Open ${term.name}`}
        disabled={busy}
      >
        Open
      </Button>
    )}
    {term.state === 'open' && (
      <Button
        variant="light"
        size="compact-sm"
        renderRoot={(props) => (
          <Link to="/admin/terms/$termId/close" params={{ termId: term.id }} {...props} />
        )}
      >
        Close Term
      </Button>
    )}
  </span>
);

interface TermsListProps {
  readonly terms: readonly Term[];
  readonly busy: boolean;
  readonly onEdit: (term: Term) => void;
  readonly onOpen: (term: Term) => void;
}

const Name = ({ term }: { readonly term: Term }) => (
  <Link to="/admin/terms/$termId" params={{ termId: term.id }}>
    {term.name}
  </Link>
);

/** The terms, the latest first: a table, or lines where it is narrow. */
export const TermsList = ({ terms, busy, onEdit, onOpen }: TermsListProps) => {
  const canOpen = !terms.some(({ state }) => state === 'open');
  const actions = (term: Term) => (
    <TermActions
      term={term}
      canOpen={canOpen}
      busy={busy}
      onEdit={() => onEdit(term)}
      onOpen={() => onOpen(term)}
    />
  );
  return (
    <RecordTable
      label="Terms"
      className={classes['table']}
      rows={terms}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Name', render: (term) => <Name term={term} /> },
        { head: 'First day', render: ({ startsOn }) => formatDay(startsOn) },
        { head: 'Last day', render: ({ endsOn }) => formatDay(endsOn) },
        { head: 'State', render: ({ state }) => <TermState state={state} /> },
        { head: 'Subjects', render: ({ subjects }) => subjects, number: true },
        { head: 'Action', render: actions, number: true },
      ]}
      linesBelow={620}
      renderLine={(term) => (
        <>
          <span className={classes['name']}>
            <Name term={term} />
            <TermState state={term.state} />
          </span>
          <span className={classes['days']}>
            {formatDay(term.startsOn)} – {formatDay(term.endsOn)} · {term.subjects} subjects
          </span>
          {actions(term)}
        </>
      )}
    />
  );
};
