import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import classes from './unsent-notice.module.css';

interface UnsentNoticeProps {
  readonly students: number;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

/** Says that marks made earlier on this device are back, and were never submitted. */
export const UnsentNotice = ({ students, onKeep, onDiscard }: UnsentNoticeProps) => (
  <div className={classes['notice']}>
    <IconDeviceFloppy size={22} stroke={1.75} aria-hidden />
    <output>
      Your marks of {students === 1 ? '1 student' : `${students} students`} are back. They are not
      submitted yet.
    </output>
    <div className={classes['actions']}>
      <Button variant="default" onClick={onDiscard}>
        Discard
      </Button>
      <Button variant="light" onClick={onKeep}>
        Keep
      </Button>
    </div>
  </div>
);
