import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { pluralize } from '../lib/count.ts';
import classes from './class-notice.module.css';

interface ClassNoticeProps {
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** A notice about the class or form below; announced by screen readers when it appears. */
export const ClassNotice = ({ icon, children, actions }: ClassNoticeProps) => (
  <div className={classes['notice']}>
    {icon}
    <output>{children}</output>
    {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
  </div>
);

interface RestoredNoticeProps {
  readonly students: number;
  /** Completes "They are not … yet": "saved". */
  readonly notYet: string;
  readonly onDiscard: () => void;
  readonly onKeep: () => void;
}

/** Says that marks made earlier on this device were restored and have not been sent. */
export const RestoredNotice = ({ students, notYet, onDiscard, onKeep }: RestoredNoticeProps) => (
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
    Your marks of {pluralize(students, 'student')} are back. They are not {notYet} yet.
  </ClassNotice>
);
