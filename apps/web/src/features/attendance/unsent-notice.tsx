import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { ClassNotice } from './class-notice.tsx';

interface UnsentNoticeProps {
  readonly students: number;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

/** Says that marks made earlier on this device are back, and were never submitted. */
export const UnsentNotice = ({ students, onKeep, onDiscard }: UnsentNoticeProps) => (
  <ClassNotice
    icon={<IconDeviceFloppy size={22} stroke={1.75} aria-hidden />}
    actions={
      <>
        <Button variant="default" onClick={onDiscard}>
          Discard
        </Button>
        <Button variant="light" onClick={onKeep}>
          Keep
        </Button>
      </>
    }
  >
    Your marks of {students === 1 ? '1 student' : `${students} students`} are back. They are not
    submitted yet.
  </ClassNotice>
);
