import type { Term } from '@campus/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatDay } from '../../../lib/day.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
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
  const { ref, narrow } = useNarrow(620);
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
    <div ref={ref}>
      {narrow ? (
        <ul className={classes['lines']} aria-label="Terms">
          {terms.map((term) => (
            <li key={term.id}>
              <span className={classes['name']}>
                <Name term={term} />
                <TermState state={term.state} />
              </span>
              <span className={classes['days']}>
                {formatDay(term.startsOn)} – {formatDay(term.endsOn)} · {term.subjects} subjects
              </span>
              {actions(term)}
            </li>
          ))}
        </ul>
      ) : (
        <DataTable label="Terms" className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">First day</th>
              <th scope="col">Last day</th>
              <th scope="col">State</th>
              <th scope="col" data-number>
                Subjects
              </th>
              <th scope="col" data-number>
                Action
              </th>
            </tr>
          </thead>
          <tbody>
            {terms.map((term) => (
              <tr key={term.id}>
                <th scope="row">
                  <Name term={term} />
                </th>
                <td>{formatDay(term.startsOn)}</td>
                <td>{formatDay(term.endsOn)}</td>
                <td>
                  <TermState state={term.state} />
                </td>
                <td data-number>{term.subjects}</td>
                <td data-number>{actions(term)}</td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
    </div>
  );
};
