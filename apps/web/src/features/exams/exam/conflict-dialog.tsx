import { Button } from '@mantine/core';
import { timeOfInstant } from '../../../lib/instant.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { resultWords } from '../exam-words.ts';
import type { Conflict } from './use-marks.ts';
import classes from './conflict-dialog.module.css';

interface ConflictDialogProps {
  readonly conflict: Conflict | null;
  readonly busy: boolean;
  readonly onKeepTheirs: () => void;
  readonly onSaveMine: () => void;
  readonly onClose: () => void;
}

/** Somebody else has saved marks meanwhile: who differs, and the choice between the two. */
export const ConflictDialog = (props: ConflictDialogProps) => {
  const { conflict, busy } = props;
  const rows = conflict?.rows ?? [];
  const mine = new Map((conflict?.sent ?? []).map((one) => [one.studentId, one]));
  return (
    <Dialog
      opened={conflict !== null}
      onClose={props.onClose}
      title="Somebody else has saved marks of this exam"
      busy={busy}
    >
      <p className={classes['intro']}>
        {rows.length === 1 ? '1 student differs' : `${rows.length} students differ`} from what you
        are saving. Nothing was overwritten.
      </p>
      {/* A list that scrolls is a stop for the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes['list']} aria-label="Students who differ" tabIndex={0}>
        {rows.map((theirs) => {
          const own = mine.get(theirs.studentId);
          return (
            <li key={theirs.studentId}>
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
      </ul>
      <DialogActions>
        <Button variant="default" onClick={props.onClose} disabled={busy}>
          Cancel
        </Button>
        <Button variant="light" onClick={props.onKeepTheirs} disabled={busy} data-autofocus>
          Keep theirs
        </Button>
        <Button onClick={props.onSaveMine} disabled={busy}>
          Save mine
        </Button>
      </DialogActions>
    </Dialog>
  );
};
