import { timeOnCampus } from '../../../lib/instant.ts';
import { ConflictDialog } from '../../../ui/conflict-dialog.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { ClassMarking } from './use-class-marking.ts';
import classes from './roster-conflict-dialog.module.css';

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

interface RosterConflictDialogProps {
  readonly marking: ClassMarking;
  readonly timeZone: string;
}

/** Others have marked the class meanwhile. Students are in the order of the roster. */
export const RosterConflictDialog = ({ marking, timeZone }: RosterConflictDialogProps) => {
  const { conflict } = marking;
  const byEmail = new Map(conflict?.rows.map((theirs) => [theirs.studentEmail, theirs]));
  const differing = conflict?.sent.flatMap((mine) => {
    const theirs = byEmail.get(mine.studentEmail);
    if (!theirs) return [];
    return {
      key: theirs.studentEmail,
      name: theirs.studentName,
      theirs: <Mark present={theirs.present} remarks={theirs.remarks} />,
      by: `${theirs.changedBy}, ${timeOnCampus(theirs.changedAt, timeZone)}`,
      mine: <Mark present={mine.present} remarks={mine.remarks} />,
    };
  });
  return (
    <ConflictDialog
      differing={differing ?? null}
      title="Somebody else has marked this class"
      verb="Send"
      busy={marking.busy}
      onDecide={marking.decide}
      onClose={marking.dismissConflict}
    />
  );
};
