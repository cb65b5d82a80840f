import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog, DialogActions } from './dialog.tsx';
import { ScrollList } from './scroll-list.tsx';
import classes from './conflict-dialog.module.css';

interface ConflictDialogProps {
  readonly opened: boolean;
  readonly title: string;
  /** How many students differ. */
  readonly count: number;
  /** What is being done with one's own: "sending". */
  readonly doing: string;
  /** "Send mine" */
  readonly mineLabel: string;
  readonly busy: boolean;
  readonly onKeepTheirs: () => void;
  readonly onMine: () => void;
  readonly onClose: () => void;
  /** An `<li>` for each student. */
  readonly children: ReactNode;
}

/** Somebody else has stored something else meanwhile: who differs, and the choice between the two. */
export const ConflictDialog = (props: ConflictDialogProps) => {
  const { opened, title, count, doing, mineLabel, busy, onClose, children } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} busy={busy}>
      <p className={classes['intro']}>
        {count === 1 ? '1 student differs' : `${count} students differ`} from what you are {doing}.
        Nothing was overwritten.
      </p>
      <ScrollList label="Students who differ" height="medium">
        {children}
      </ScrollList>
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button variant="light" onClick={props.onKeepTheirs} disabled={busy} data-autofocus>
          Keep theirs
        </Button>
        <Button onClick={props.onMine} disabled={busy}>
          {mineLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
