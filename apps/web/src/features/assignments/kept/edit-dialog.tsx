import type { KeptAssignment } from '@campus/contract';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText, fieldErrors } from '../../../lib/error-text.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { AssignmentFields } from '../assignment-fields.tsx';
import { type AssignmentValues, missingOf, valuesOf } from '../assignment-values.ts';
import { changeAssignment, refreshAssignments } from '../assignments.api.ts';
import classes from '../assignments.module.css';

interface EditProps {
  readonly assignment: KeptAssignment;
  readonly onClose: () => void;
}

const EditForm = (props: EditProps & { readonly onBusy: (busy: boolean) => void }) => {
  const { assignment, onClose, onBusy } = props;
  const client = useQueryClient();
  const [problem, setProblem] = useState('');
  const [acceptLate, setAcceptLate] = useState(assignment.acceptLate);
  const save = useMutation({
    mutationFn: ({ title, description, grade, deadline }: AssignmentValues) =>
      changeAssignment(assignment.id, {
        title,
        description,
        grade: Number(grade),
        deadline,
        acceptLate,
      }),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: async ({ title }) => {
      notifySuccess(`${title} is saved.`);
      await refreshAssignments(client);
      onClose();
    },
    onError: (error) => {
      const problems = fieldErrors(error);
      refuse(problems);
      const named = Object.keys(problems).some((field) => field in values);
      setProblem(
        named ? '' : errorText(error, 'The assignment could not be saved. Please try again.'),
      );
    },
  });
  const busy = save.isPending;
  const fields = useFormFields<AssignmentValues>(valuesOf(assignment), busy);
  const { form, values, refuse } = fields;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    setProblem('');
    const missing = missingOf(values);
    if (Object.keys(missing).length > 0) refuse(missing);
    else save.mutate(values);
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      {problem && (
        <div className={classes['above']}>
          <Banner kind="error">{problem}</Banner>
        </div>
      )}
      <fieldset disabled={busy} className={classes['fields']}>
        <AssignmentFields fields={fields} acceptLate={acceptLate} onAcceptLate={setAcceptLate} />
      </fieldset>
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Saving...' : 'Save'}
        </Button>
      </DialogActions>
    </form>
  );
};

/** Another title, description, grade or deadline of an assignment. */
export const EditDialog = ({ opened, ...props }: EditProps & { readonly opened: boolean }) => {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog opened={opened} onClose={props.onClose} title="Edit Assignment" busy={busy}>
      {opened && <EditForm onBusy={setBusy} {...props} />}
    </Dialog>
  );
};
