import type { Correction } from '@campus/contract';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { FieldChanges } from '../field-changes.tsx';

interface OvertakenDialogProps {
  readonly request: Correction | null;
  readonly busy: boolean;
  readonly onApprove: (request: Correction) => void;
  readonly onClose: () => void;
}

/** The record says something else than when it was looked at: decide on what it says now. */
export const OvertakenDialog = ({ request, busy, onApprove, onClose }: OvertakenDialogProps) => (
  <ConfirmDialog
    opened={request !== null}
    onClose={onClose}
    title="The record has been changed"
    confirmLabel="Approve anyway"
    onConfirm={() => request && onApprove(request)}
    busy={busy}
  >
    {request && (
      <>
        <p>
          Somebody has changed the record of {request.student.name} since. Nothing was overwritten.
        </p>
        <FieldChanges changes={request.changes} now />
      </>
    )}
  </ConfirmDialog>
);
