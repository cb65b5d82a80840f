import type { Assignment } from '@campus/contract';
import { usePerson } from '../../lib/use-session.ts';
import { ClassNotice } from '../../ui/class-notice.tsx';

/** Whether this person may change nothing more, because the term of the assignment is closed. */
export const useFrozen = ({ termClosed }: Pick<Assignment, 'termClosed'>): boolean =>
  usePerson().role === 'teacher' && termClosed;

export const TermClosedNotice = () => (
  <ClassNotice>
    The term of this assignment is closed. An administrator can still correct its marks.
  </ClassNotice>
);
