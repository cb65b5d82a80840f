import type { Exam, ExamSubject } from '@campus/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isConflict } from '../../lib/call-error.ts';
import { unreadableFields } from '../../lib/unreadable-fields.ts';
import { subjectLabel } from '../../lib/subject-label.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { DialogForm, FieldPair } from '../../ui/dialog-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DateField, SelectField, TextField } from '../../ui/fields.tsx';
import { notifySuccess } from '../../ui/toasts.tsx';
import { WholeNumberField } from '../../ui/whole-number-field.tsx';
import { changeExam, createExam, refreshExams } from './exams.api.ts';

interface ExamDialogProps {
  /** The exam to change, or 'new'; null keeps the dialog closed. */
  readonly editing: Exam | 'new' | null;
  /** Of the open term, for a new exam. */
  readonly subjects: readonly ExamSubject[];
  /** Chosen at first. */
  readonly subjectId: string;
  readonly today: string;
  readonly onClose: () => void;
  readonly onSaved?: (exam: Exam) => void;
}

interface Values extends Readonly<Record<string, string>> {
  readonly subjectId: string;
  readonly title: string;
  readonly heldOn: string;
  readonly maxMarks: string;
}

const missingOf = (values: Values, unreadable: readonly string[]) => ({
  ...(!values.subjectId && { subjectId: 'Choose a subject' }),
  ...(!values.title.trim() && { title: 'Title is missing' }),
  ...(!values.heldOn && { heldOn: 'Choose the day of the exam' }),
  ...((!/^\d+$/.test(values.maxMarks) || unreadable.includes('maxMarks')) && {
    maxMarks: 'Maximum Marks must be a whole number',
  }),
});

const ExamForm = (
  props: Omit<ExamDialogProps, 'editing'> & {
    readonly exam: Exam | null;
    readonly onBusy: (busy: boolean) => void;
  },
) => {
  const { exam, subjects, today, onClose } = props;
  const client = useQueryClient();
  const [problem, setProblem] = useState('');
  const save = useMutation({
    mutationFn: ({ subjectId, title, heldOn, maxMarks }: Values) => {
      const fields = { title: title.trim(), heldOn, maxMarks: Number(maxMarks) };
      return exam ? changeExam(exam, fields) : createExam({ subjectId, ...fields });
    },
    onMutate: () => props.onBusy(true),
    onSettled: () => props.onBusy(false),
    onSuccess: async (saved) => {
      notifySuccess(exam ? `${saved.title} is saved.` : `${saved.title} is added as a draft.`);
      await refreshExams(client);
      onClose();
      props.onSaved?.(saved);
    },
    onError: (error) => {
      const said = refuseBy(error, 'The exam could not be saved. Please try again.');
      setProblem(
        isConflict(error) ? `${said} Close this and open it again to see the changes.` : said,
      );
      if (isConflict(error)) void refreshExams(client);
    },
  });
  const busy = save.isPending;
  const { form, values, field, textOf, refuse, refuseBy } = useFormFields<Values>(
    exam
      ? {
          subjectId: exam.subjectId,
          title: exam.title,
          heldOn: exam.heldOn,
          maxMarks: String(exam.maxMarks),
        }
      : { subjectId: props.subjectId, title: '', heldOn: today, maxMarks: '100' },
    busy,
  );
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    setProblem('');
    const missing = missingOf(values, unreadableFields(event.currentTarget));
    if (Object.keys(missing).length > 0) refuse(missing);
    else save.mutate(values);
  };
  return (
    <DialogForm
      form={form}
      onSubmit={submit}
      onClose={onClose}
      busy={busy}
      problem={problem}
      action="Save"
    >
      {exam === null && (
        <SelectField
          label="Class"
          required
          data={[
            { value: '', label: 'Choose a subject' },
            ...subjects.map((subject) => ({ value: subject.id, label: subjectLabel(subject) })),
          ]}
          {...field('subjectId')}
        />
      )}
      <TextField label="Title" required data-autofocus placeholder="Midterm" {...field('title')} />
      <FieldPair>
        <DateField label="Date" required {...field('heldOn')} />
        <WholeNumberField label="Maximum Marks" required min={1} {...textOf('maxMarks')} />
      </FieldPair>
    </DialogForm>
  );
};

/** A new exam, or another title, date or maximum of one. */
export const ExamDialog = ({ editing, ...props }: ExamDialogProps) => {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      opened={editing !== null}
      onClose={props.onClose}
      title={editing === 'new' ? 'New Exam' : 'Edit Exam'}
      busy={busy}
    >
      {editing && (
        <ExamForm exam={editing === 'new' ? null : editing} onBusy={setBusy} {...props} />
      )}
    </Dialog>
  );
};
