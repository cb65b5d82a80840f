import { useState } from 'react';
import type { FormEvent } from 'react';
import type { RecordChange, SubjectDetails } from '@campus/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { campusQuery } from '../../../lib/campus.ts';
import { errorText, fieldErrors } from '../../../lib/error-text.ts';
import { unreadableFields } from '../../../lib/unreadable-fields.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { DialogForm, FieldPair } from '../../../ui/dialog-form.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { WholeNumberField } from '../../../ui/whole-number-field.tsx';
import { conflictOf } from '../../../lib/conflict-of.ts';
import { RecordConflict } from '../../../ui/record-conflict.tsx';
import { TeacherField } from '../teacher-field.tsx';
import {
  changeOf,
  openedAfter,
  subjectLabels,
  untouchedChanges,
  valuesOf,
} from './subject-draft.ts';
import type { SubjectChange } from './subject.api.ts';
import { changeSubject, subjectOptions } from './subject.api.ts';

interface EditProps {
  readonly subject: SubjectDetails;
  readonly onClose: () => void;
  readonly onBusy: (busy: boolean) => void;
}

const EditForm = ({ subject, onClose, onBusy }: EditProps) => {
  const client = useQueryClient();
  const { data: campus } = useQuery(campusQuery);
  const [opened, setOpened] = useState(() => valuesOf(subject));
  const [version, setVersion] = useState(subject.version);
  const [conflict, setConflict] = useState<readonly RecordChange[]>([]);
  const [problem, setProblem] = useState('');

  const save = useMutation({
    mutationFn: (change: SubjectChange) => changeSubject({ id: subject.id, version }, change),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: (stored) => {
      client.setQueryData(subjectOptions(subject.id).queryKey, stored);
      void client.invalidateQueries({ queryKey: ['subjects'] });
      notifySuccess('Subject saved.');
      onClose();
    },
    onError: (error) => {
      const changes = conflictOf(error);
      if (changes[0]) {
        for (const { field, now } of untouchedChanges(values, opened, changes))
          textOf(field).onText(now ?? '');
        setOpened(openedAfter(opened, changes));
        setVersion(changes[0].version);
        setConflict(changes);
        return;
      }
      refuse(fieldErrors(error));
      setProblem(errorText(error, 'The subject could not be saved. Please try again.'));
    },
  });
  const busy = save.isPending;
  const { form, values, field, textOf, refuse } = useFormFields(opened, busy);

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    setProblem('');
    const missing = (['subjectName', 'subjectCode', 'emailId'] as const).filter(
      (name) => !values[name].trim(),
    );
    if (missing.length > 0) {
      refuse(Object.fromEntries(missing.map((name) => [name, true])));
      setProblem('Name, code and e-mail are required.');
      return;
    }
    if (unreadableFields(event.currentTarget).length > 0) {
      refuse({ credits: 'Credits must be a whole number' });
      return;
    }
    const change = changeOf(values, opened);
    if (Object.keys(change).length === 0) onClose();
    else save.mutate(change);
  };

  return (
    <DialogForm
      form={form}
      onSubmit={submit}
      onClose={onClose}
      busy={busy}
      problem={problem}
      above={
        conflict.length > 0 &&
        !busy && (
          <RecordConflict changes={conflict} labels={subjectLabels} timeZone={campus?.timezone} />
        )
      }
      action="Save"
    >
      <TextField
        label={subjectLabels.subjectName}
        required
        data-autofocus
        {...field('subjectName')}
      />
      <FieldPair>
        <TextField label={subjectLabels.subjectCode} required {...field('subjectCode')} />
        <WholeNumberField label={subjectLabels.credits} min={0} {...textOf('credits')} />
      </FieldPair>
      <TeacherField {...textOf('emailId')} />
    </DialogForm>
  );
};

interface EditSubjectDialogProps {
  readonly subject: SubjectDetails;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Name, code, credits and teacher of a subject. Only what was touched is sent. */
export const EditSubjectDialog = ({ subject, opened, onClose }: EditSubjectDialogProps) => {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog opened={opened} onClose={onClose} title="Edit Subject" busy={busy}>
      <EditForm subject={subject} onClose={onClose} onBusy={setBusy} />
    </Dialog>
  );
};
