import type { Term } from '@campus/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import classes from './terms.module.css';

export interface TermActionsProps {
  readonly term: Term;
  /** No term is open, so that this one can be. */
  readonly canOpen: boolean;
  readonly busy: boolean;
  readonly onEdit: () => void;
  readonly onOpen: () => void;
}

/** What can be done with a term, by its state. */
export const TermActions = ({ term, canOpen, busy, onEdit, onOpen }: TermActionsProps) => (
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
