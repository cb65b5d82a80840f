import { timeOfInstant } from '../../../lib/instant.ts';
import { ConflictDialog } from '../../../ui/conflict-dialog.tsx';
import { resultWords } from '../exam-labels.ts';
import type { Conflict } from './use-marks.ts';

interface ResultConflictDialogProps {
  readonly conflict: Conflict | null;
  readonly busy: boolean;
  /** @param mine ids of the students whose own marks are saved */
  readonly onDecide: (mine: ReadonlySet<string>) => void;
  readonly onClose: () => void;
}

/** Somebody else has saved marks meanwhile. */
export const ResultConflictDialog = (props: ResultConflictDialogProps) => {
  const { conflict } = props;
  const mine = new Map(conflict?.results.map((one) => [one.studentId, one]));
  const differing = conflict?.rows.map((theirs) => {
    const own = mine.get(theirs.studentId);
    return {
      key: theirs.studentId,
      name: theirs.studentName,
      theirs: resultWords(theirs),
      by: `${theirs.changedBy}, ${timeOfInstant(theirs.changedAt)}`,
      mine: own ? resultWords(own) : 'No marks',
    };
  });
  return (
    <ConflictDialog
      differing={differing ?? null}
      title="Somebody else has saved marks of this exam"
      verb="Save"
      busy={props.busy}
      onDecide={props.onDecide}
      onClose={props.onClose}
    />
  );
};
