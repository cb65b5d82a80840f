import type { useLeaveGuard } from '../../lib/use-leave-guard.ts';
import { usePerson } from '../../lib/use-session.ts';
import { ConfirmDialog } from '../../ui/actions.tsx';
import type { ClassDay } from './attendance.api.ts';
import { useHasQueuedSubmission } from './marking/sending/submission-queue.ts';

interface LeaveClassDialogProps {
  /** The class being left. */
  readonly classDay: ClassDay;
  readonly guard: ReturnType<typeof useLeaveGuard>;
}

/** Asks before leaving a class with unsent marks; says what will happen to them. */
export const LeaveClassDialog = ({ classDay, guard }: LeaveClassDialogProps) => {
  const waits = useHasQueuedSubmission(usePerson().email, classDay);
  return (
    <ConfirmDialog
      {...guard.dialog}
      title={waits ? 'Leave before it is sent?' : 'Leave without submitting?'}
    >
      {waits
        ? 'This class is not submitted yet. It is kept on this device, and goes out from any page of Campus when your connection is back.'
        : 'Marks of this class are not submitted. They stay on this device, and are back when you open this class again.'}
    </ConfirmDialog>
  );
};
