import { timeOfInstant } from '../../../lib/instant.ts';
import { ConflictDialog } from '../../../ui/conflict-dialog.tsx';
import { resultWords } from '../exam-words.ts';
import type { Conflict } from './use-marks.ts';
import classes from './conflict-dialog.module.css';

interface ResultConflictDialogProps {
  readonly conflict: Conflict | null;
  readonly busy: boolean;
  readonly onKeepTheirs: () => void;
  readonly onSaveMine: () => void;
  readonly onClose: () => void;
}

/** Somebody else has saved marks meanwhile. */
export const ResultConflictDialog = (props: ResultConflictDialogProps) => {
  const rows = props.conflict?.rows ?? [];
  const mine = new Map((props.conflict?.sent ?? []).map((one) => [one.studentId, one]));
  return (
    <ConflictDialog
      opened={props.conflict !== null}
      title="Somebody else has saved marks of this exam"
      count={rows.length}
      doing="saving"
      mineLabel="Save mine"
      busy={props.busy}
      onKeepTheirs={props.onKeepTheirs}
      onMine={props.onSaveMine}
      onClose={props.onClose}
    >
      {rows.map((theirs) => {
        const own = mine.get(theirs.studentId);
        return (
          <li key={theirs.studentId} className={classes['row']}>
            <b>{theirs.studentName}</b>
            <dl>
              <dt>Stored now</dt>
              <dd>
                {resultWords(theirs)}
                <span>
                  by {theirs.changedBy}, {timeOfInstant(theirs.changedAt)}
                </span>
              </dd>
              <dt>Yours</dt>
              <dd>{own ? resultWords(own) : 'No marks'}</dd>
            </dl>
          </li>
        );
      })}
    </ConflictDialog>
  );
};
