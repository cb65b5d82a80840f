import type { Correction } from '@campus/contract';
import type { FormEvent } from 'react';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextAreaField } from '../../../ui/fields.tsx';
import type { Deciding } from './use-deciding.ts';

interface RefuseFormProps {
  readonly request: Correction;
  readonly deciding: Deciding;
}

const blank = { note: '' };

const RefuseForm = ({ request, deciding }: RefuseFormProps) => {
  const { form, values, field, refuse } = useFormFields(blank, deciding.busy);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const note = values.note.trim();
    if (!note) refuse({ note: 'Please say why' });
    else deciding.refuse(request, note);
  };
  return (
    <DialogForm
      form={form}
      onSubmit={submit}
      onClose={() => deciding.setRefusing(null)}
      busy={deciding.busy}
      problem=""
      action="Refuse"
      busyAction="Refusing..."
    >
      <TextAreaField
        label="Why is it refused?"
        description={`${request.requestedBy} reads it.`}
        rows={3}
        maxLength={1000}
        required
        data-autofocus
        {...field('note')}
      />
    </DialogForm>
  );
};

/** Asks why a request is refused: the teacher is told. */
export const RefuseDialog = ({ deciding }: { readonly deciding: Deciding }) => {
  const { refusing: request, busy } = deciding;
  return (
    <Dialog
      opened={request !== null}
      onClose={() => deciding.setRefusing(null)}
      title={`Refuse the request${request ? ` about ${request.student.name}` : ''}`}
      busy={busy}
    >
      {request && <RefuseForm request={request} deciding={deciding} />}
    </Dialog>
  );
};
