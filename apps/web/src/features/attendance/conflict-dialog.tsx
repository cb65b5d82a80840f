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
  /** @param mine e-mails of the students whose own mark is sent */
  readonly onDecide: (mine: ReadonlySet<string>) => void;
  readonly onClose: () => void;
}

interface MarkProps {
  readonly present: boolean;
  readonly remarks?: string | null | undefined;
}

const Mark = ({ present, remarks }: MarkProps) => (
  <>
    <StatusBadge present={present} />
    {remarks && <span className={classes['remarks']}>{remarks}</span>}
  </>
);

/** Somebody else has marked the class meanwhile. Students are in the order of the roster. */
export const RosterConflictDialog = (props: RosterConflictDialogProps) => {
  const { conflicts, sent, timeZone } = props;
  const byEmail = new Map(conflicts?.map((theirs) => [theirs.studentEmail, theirs]));
  const differing = sent.flatMap((mine) => {
    const theirs = byEmail.get(mine.studentEmail);
    if (!theirs) return [];
    return [
      {
        key: theirs.studentEmail,
        name: theirs.studentName,
        theirs: <Mark present={theirs.present} remarks={theirs.remarks} />,
        by: `${theirs.changedBy}, ${timeOnCampus(theirs.changedAt, timeZone)}`,
        mine: <Mark present={mine.present} remarks={mine.remarks} />,
      },
    ];
  });
  return (
    <ConflictDialog
      differing={conflicts && differing}
      title="Somebody else has marked this class"
      verb="Send"
      busy={props.busy}
      onDecide={props.onDecide}
      onClose={props.onClose}
    />
  );
};
