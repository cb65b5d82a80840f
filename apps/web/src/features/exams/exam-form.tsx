import type { Exam, ExamSubject } from '@campus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { isConflict } from '../../lib/call-error.ts';
import { subjectLabel } from '../../lib/subject-label.ts';
import { useForm } from '../../lib/use-form.ts';
import { DateField, SelectField, TextField } from '../../ui/fields.tsx';
import { DialogForm, FieldPair } from '../../ui/form.tsx';
import { notifySuccess } from '../../ui/toasts.tsx';
import { WholeNumberField } from '../../ui/whole-number-field.tsx';
import { changeExam, createExam, refreshExams } from './exams.api.ts';

interface ExamFormProps {
  /** The exam to change; null for a new one. */
  readonly exam: Exam | null;
  /** Of the open term, for a new exam. */
  readonly subjects: readonly ExamSubject[];
  /** Chosen at first. */
  readonly subjectId: string;
  readonly today: string;
  readonly onClose: () => void;
  readonly onSaved?: (exam: Exam) => void;
}

/** A new exam, or another title, date or maximum of one. */
export const ExamForm = (props: ExamFormProps) => {
  const { exam, subjects, today, onClose } = props;
  const client = useQueryClient();
  const form = useForm({
    opened: exam
      ? {
          subjectId: exam.subjectId,
          title: exam.title,
          heldOn: exam.heldOn,
          maxMarks: String(exam.maxMarks),
        }
      : { subjectId: props.subjectId, title: '', heldOn: today, maxMarks: '100' },
    check: ({ subjectId, title, heldOn, maxMarks }, unreadable) => ({
      subjectId: !subjectId && 'Choose a subject',
      title: !title.trim() && 'Title is missing',
      heldOn: !heldOn && 'Choose the day of the exam',
      maxMarks:
        (!/^\d+$/.test(maxMarks) || unreadable.includes('maxMarks')) &&
        'Maximum Marks must be a whole number',
    }),
    send: ({ subjectId, title, heldOn, maxMarks }) => {
      const fields = { title: title.trim(), heldOn, maxMarks: Number(maxMarks) };
      return exam ? changeExam(exam, fields) : createExam({ subjectId, ...fields });
    },
    onStored: async (saved) => {
      notifySuccess(exam ? `${saved.title} is saved.` : `${saved.title} is added as a draft.`);
      await refreshExams(client);
      onClose();
      props.onSaved?.(saved);
    },
    failed: 'The exam could not be saved. Please try again.',
    onRefused: (error, said) => {
      if (!isConflict(error)) return said;
      void refreshExams(client);
      return `${said} Close this and open it again to see the changes.`;
    },
  });
  return (
    <DialogForm {...form.props} action="Save">
      {exam === null && (
        <SelectField
          label="Class"
          required
          data={[
            { value: '', label: 'Choose a subject' },
            ...subjects.map((subject) => ({ value: subject.id, label: subjectLabel(subject) })),
          ]}
          {...form.field('subjectId')}
        />
      )}
      <TextField
        label="Title"
        required
        data-autofocus
        placeholder="Midterm"
        {...form.field('title')}
      />
      <FieldPair>
        <DateField label="Date" required {...form.field('heldOn')} />
        <WholeNumberField label="Maximum Marks" required min={1} {...form.textOf('maxMarks')} />
      </FieldPair>
    </DialogForm>
  );
};
