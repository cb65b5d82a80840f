import { useState } from 'react';
import type { RecordChange, SubjectDetails } from '@campus/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { campusQuery } from '../../../lib/campus.ts';
import { unreadableFields } from '../../../lib/unreadable-fields.ts';
import { DialogForm, FieldPair } from '../../../ui/dialog-form.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { useDialogForm } from '../../../ui/use-dialog-form.ts';
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

  const {
    values,
    field,
    textOf,
    props: formProps,
  } = useDialogForm({
    opened,
    onBusy,
    read: (now, form) => {
      const missing = (['subjectName', 'subjectCode', 'emailId'] as const).filter(
        (name) => !now[name].trim(),
      );
      if (missing.length > 0)
        return {
          wrong: Object.fromEntries(missing.map((name) => [name, true])),
          because: 'Name, code and e-mail are required.',
        };
      return unreadableFields(form).length > 0
        ? { wrong: { credits: 'Credits must be a whole number' } }
        : { send: changeOf(now, opened) };
    },
    // Nothing was touched: nothing to store.
    send: async (change) =>
      Object.keys(change).length === 0 ? null : changeSubject({ id: subject.id, version }, change),
    onStored: (stored) => {
      if (stored) {
        client.setQueryData(subjectOptions(subject.id).queryKey, stored);
        void client.invalidateQueries({ queryKey: ['subjects'] });
        notifySuccess('Subject saved.');
      }
      onClose();
    },
    failed: 'The subject could not be saved. Please try again.',
    onRefused: (error) => {
      const changes = conflictOf(error);
      if (!changes[0]) return false;
      for (const { field: name, now } of untouchedChanges(values, opened, changes))
        textOf(name).onText(now ?? '');
      setOpened(openedAfter(opened, changes));
      setVersion(changes[0].version);
      setConflict(changes);
      return true;
    },
  });

  return (
    <DialogForm
      {...formProps}
      onClose={onClose}
      above={
        conflict.length > 0 &&
        !formProps.busy && (
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
