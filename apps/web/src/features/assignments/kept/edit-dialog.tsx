import type { KeptAssignment, RecordChange } from '@campus/contract';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { campusQuery } from '../../../lib/campus.ts';
import { conflictOf } from '../../../lib/conflict-of.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { RecordConflict } from '../../../ui/record-conflict.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { AssignmentFields } from '../assignment-fields.tsx';
import { type AssignmentValues, changedOf, missingOf, valuesOf } from '../assignment-values.ts';
import { changeAssignment, refreshAssignments } from '../assignments.api.ts';
import { fieldLabels } from '../assignment-words.ts';
import classes from '../assignments.module.css';

interface EditProps {
  readonly assignment: KeptAssignment;
  readonly onClose: () => void;
}

/** As the history has it. */
const lateOf = ({ acceptLate }: { readonly acceptLate: boolean }) => ({
  acceptLate: acceptLate ? 'yes' : 'no',
});

const EditForm = (props: EditProps & { readonly onBusy: (busy: boolean) => void }) => {
  const { assignment, onClose, onBusy } = props;
  const client = useQueryClient();
  const [problem, setProblem] = useState('');
  const { data: campus } = useQuery(campusQuery);
  const [acceptLate, setAcceptLate] = useState(assignment.acceptLate);
  // What the form was opened with, or would have been after what others have changed since.
  const [opened, setOpened] = useState(() => ({ ...valuesOf(assignment), ...lateOf(assignment) }));
  const [version, setVersion] = useState(assignment.version);
  const [conflict, setConflict] = useState<readonly RecordChange[]>([]);
  const now = (typed: AssignmentValues) => ({ ...typed, ...lateOf({ acceptLate }) });
  /** Fields nobody has touched here take what others have saved; the rest stays as it was typed. */
  const adopt = (changes: readonly RecordChange[], first: RecordChange): void => {
    const touched = changedOf(now(values), opened);
    for (const { field, now: theirs } of changes)
      if (field in touched) continue;
      else if (field === 'acceptLate') setAcceptLate(theirs === 'yes');
      else textOf(field).onText(theirs ?? '');
    const theirs = Object.fromEntries(changes.map((one) => [one.field, one.now ?? '']));
    setOpened({ ...opened, ...theirs });
    setVersion(first.version);
    setConflict(changes);
  };
  const save = useMutation({
    mutationFn: (typed: AssignmentValues) => {
      const { grade, acceptLate: late, ...texts } = changedOf(now(typed), opened);
      return changeAssignment(
        { id: assignment.id, version },
        {
          ...texts,
          ...(grade !== undefined && { grade: Number(grade) }),
          ...(late !== undefined && { acceptLate: late === 'yes' }),
        },
      );
    },
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: async ({ title }) => {
      notifySuccess(`${title} is saved.`);
      await refreshAssignments(client);
      onClose();
    },
    onError: (error) => {
      const changes = conflictOf(error);
      if (changes[0]) {
        adopt(changes, changes[0]);
        void refreshAssignments(client);
        return;
      }
      setProblem(refuseBy(error, 'The assignment could not be saved. Please try again.'));
    },
  });
  const busy = save.isPending;
  const fields = useFormFields<AssignmentValues>(valuesOf(assignment), busy);
  const { form, values, textOf, refuse, refuseBy } = fields;
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
      {conflict.length > 0 && !busy && (
        <div className={classes['above']}>
          <RecordConflict changes={conflict} labels={fieldLabels} timeZone={campus?.timezone} />
        </div>
      )}
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
