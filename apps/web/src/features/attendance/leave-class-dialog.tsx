import { ConfirmDialog } from '../../ui/dialog.tsx';
import type { useUnsentGuard } from './use-unsent-guard.ts';

/** Asks before a class with marks that are not submitted is left. */
export const LeaveClassDialog = ({ guard }: Pick<ReturnType<typeof useUnsentGuard>, 'guard'>) => (
  <ConfirmDialog
    opened={guard.asking}
    onClose={guard.stay}
    title="Leave without submitting?"
    confirmLabel="Leave"
    onConfirm={guard.confirm}
  >
    Marks of this class are not submitted. They stay on this device, and are back when you open this
    class again.
  </ConfirmDialog>
);
