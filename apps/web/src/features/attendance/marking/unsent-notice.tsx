import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { ClassNotice } from './class-notice.tsx';
import type { MarkingStore } from './marking-store.ts';
import { discard } from './marking.ts';

interface UnsentNoticeProps {
  readonly students: number;
  readonly store: MarkingStore;
}

/** Says that marks made earlier on this device are back, and were never submitted. */
export const UnsentNotice = ({ students, store }: UnsentNoticeProps) => (
  <ClassNotice
    icon={<IconDeviceFloppy size={22} stroke={1.75} aria-hidden />}
    actions={
      <>
        <Button variant="default" onClick={() => store.update(discard)}>
          Discard
        </Button>
        <Button
          variant="light"
          onClick={() => store.update((marking) => ({ ...marking, restored: 0 }))}
        >
          Keep
        </Button>
      </>
    }
  >
    Your marks of {students === 1 ? '1 student' : `${students} students`} are back. They are not
    submitted yet.
  </ClassNotice>
);
