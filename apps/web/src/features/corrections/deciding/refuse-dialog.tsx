import type { Correction } from '@campus/contract';
import { Button } from '@mantine/core';
import type { FormEvent } from 'react';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { TextAreaField } from '../../../ui/fields.tsx';

interface RefuseFormProps {
  readonly request: Correction;
  readonly busy: boolean;
  readonly onRefuse: (request: Correction, note: string) => void;
  readonly onClose: () => void;
}

const blank = { note: '' };

const RefuseForm = ({ request, busy, onRefuse, onClose }: RefuseFormProps) => {
  const { form, values, field, refuse } = useFormFields(blank, busy);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const note = values.note.trim();
    if (!note) refuse({ note: 'Please say why' });
    else onRefuse(request, note);
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <TextAreaField
        label="Why is it refused?"
        description={`${request.requestedBy} reads it.`}
        rows={3}
        maxLength={1000}
        required
        disabled={busy}
        data-autofocus
        {...field('note')}
      />
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Refusing...' : 'Refuse'}
        </Button>
      </DialogActions>
    </form>
  );
};

/** Asks why a request is refused: the teacher is told. */
export const RefuseDialog = (
  props: Omit<RefuseFormProps, 'request'> & {
    readonly request: Correction | null;
  },
) => {
  const { request, ...rest } = props;
  return (
    <Dialog
      opened={request !== null}
      onClose={props.onClose}
      title={`Refuse the request${request ? ` about ${request.student.name}` : ''}`}
      busy={props.busy}
    >
      {request && <RefuseForm request={request} {...rest} />}
    </Dialog>
  );
};
