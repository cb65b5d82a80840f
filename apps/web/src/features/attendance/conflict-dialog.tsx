import type { RosterConflict } from '@campus/contract';
import { timeOnCampus } from '../../lib/instant.ts';
import { ConflictDialog } from '../../ui/conflict-dialog.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { SentMark } from './marking.ts';
import classes from './conflict-dialog.module.css';

interface RosterConflictDialogProps {
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

/** Somebody else has marked the class meanwhile. */
export const RosterConflictDialog = (props: RosterConflictDialogProps) => {
  const { conflicts, sent, timeZone } = props;
  const rows = conflicts ?? [];
  const inOrder = sent.flatMap((mine) => {
    const theirs = rows.find(({ studentEmail }) => studentEmail === mine.studentEmail);
    return theirs ? [{ mine, theirs }] : [];
  });
  return (
    <ConflictDialog
      opened={conflicts !== null}
      title="Somebody else has marked this class"
      count={rows.length}
      doing="sending"
      mineLabel="Send mine"
      busy={props.busy}
      onKeepTheirs={props.onKeepTheirs}
      onMine={props.onSendMine}
      onClose={props.onClose}
    >
      {inOrder.map(({ mine, theirs }) => (
        <li key={theirs.studentEmail}>
          <b>{theirs.studentName}</b>
          <Side title="Stored now" present={theirs.present} remarks={theirs.remarks} />
          <p className={classes['who']}>
            by {theirs.changedBy}, {timeOnCampus(theirs.changedAt, timeZone)}
          </p>
          <Side title="Yours" present={mine.present} remarks={mine.remarks} />
        </li>
      ))}
    </ConflictDialog>
  );
};
