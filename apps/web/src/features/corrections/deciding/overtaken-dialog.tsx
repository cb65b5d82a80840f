import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { FieldChanges } from '../field-changes.tsx';
import type { Deciding } from './use-deciding.ts';

/** The record says something else than when it was looked at: decide on what it says now. */
export const OvertakenDialog = ({ deciding }: { readonly deciding: Deciding }) => {
  const { overtaken: request, busy } = deciding;
  return (
    <ConfirmDialog
      opened={request !== null}
      onClose={() => deciding.setOvertaken(null)}
      title="The record has been changed"
      confirmLabel="Approve anyway"
      onConfirm={() => request && deciding.approve(request)}
      busy={busy}
    >
      {request && (
        <>
          <p>
            Somebody has changed the record of {request.student.name} since. Nothing was
            overwritten.
          </p>
          <FieldChanges changes={request.changes} now />
        </>
      )}
    </ConfirmDialog>
  );
};
