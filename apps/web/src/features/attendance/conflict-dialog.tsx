import type { RosterConflict } from '@campus/contract';
import { Button } from '@mantine/core';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { formatInstant } from './instant.ts';
import type { SentMark } from './marking.ts';
import classes from './conflict-dialog.module.css';

interface ConflictDialogProps {
  /** What others have stored since; null when there is no conflict. */
  readonly conflicts: readonly RosterConflict[] | null;
  readonly sent: readonly SentMark[];
  readonly timeZone: string;
  readonly busy: boolean;
  readonly onKeepTheirs: () => void;
  readonly onSendMine: () => void;
  readonly onClose: () => void;
}

interface SideProps {
  readonly title: string;
  readonly present: boolean;
  readonly remarks: string | null | undefined;
}

const Side = ({ title, present, remarks }: SideProps) => (
  <div className={classes['side']}>
    <span className={classes['whose']}>{title}</span>
    <StatusBadge present={present} />
    {remarks && <span className={classes['remarks']}>{remarks}</span>}
  </div>
);

/** Somebody else has marked the class meanwhile: who differs, and the choice between the two. */
export const ConflictDialog = (props: ConflictDialogProps) => {
  const { conflicts, sent, timeZone, busy } = props;
  const rows = conflicts ?? [];
  const inOrder = sent.flatMap((mine) => {
    const theirs = rows.find(({ studentEmail }) => studentEmail === mine.studentEmail);
    return theirs ? [{ mine, theirs }] : [];
  });
  return (
    <Dialog
      opened={conflicts !== null}
      onClose={props.onClose}
      title="Somebody else has marked this class"
      busy={busy}
    >
      <p className={classes['intro']}>
        {rows.length === 1 ? '1 student differs' : `${rows.length} students differ`} from what you
        are sending. Nothing was overwritten.
      </p>
      <ul className={classes['list']} aria-label="Students who differ">
        {inOrder.map(({ mine, theirs }) => (
          <li key={theirs.studentEmail}>
            <b>{theirs.studentName}</b>
            <Side title="Stored now" present={theirs.present} remarks={theirs.remarks} />
            <p className={classes['who']}>
              by {theirs.changedBy}, {formatInstant(theirs.changedAt, timeZone)}
            </p>
            <Side title="Yours" present={mine.present} remarks={mine.remarks} />
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="default" onClick={props.onClose} disabled={busy}>
          Cancel
        </Button>
        <Button variant="light" onClick={props.onKeepTheirs} disabled={busy} data-autofocus>
          Keep theirs
        </Button>
        <Button onClick={props.onSendMine} disabled={busy}>
          Send mine
        </Button>
      </DialogActions>
    </Dialog>
  );
};
