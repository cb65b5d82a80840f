import {
  type BodyIn,
  type Exam,
  examFields,
  exams,
  type ExamSubject,
  fieldNames,
  type IsoDate,
} from '@campus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { isConflict } from '../../lib/call-error.ts';
import { call } from '../../lib/call.ts';
import { draftOf, sentValues } from '../../lib/field-values.ts';
import { subjectChoices } from '../../lib/subject-label.ts';
import { useForm } from '../../lib/use-form.ts';
import { FieldInputs } from '../../ui/field-input.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { DialogForm } from '../../ui/form.tsx';
import { notifySuccess } from '../../ui/toasts.tsx';
import { refreshExams } from './exams.api.ts';

interface ExamFormProps {
  /** The exam to change; null for a new one. */
  readonly exam: Exam | null;
  /** Of the open term, for a new exam. */
  readonly subjects: readonly ExamSubject[];
  /** Chosen at first. */
  readonly subjectId: string;
  readonly today: IsoDate;
  readonly onClose: () => void;
  readonly onSaved?: (exam: Exam) => void;
}

/** A new exam, or another title, date or maximum of one. */
export const ExamForm = (props: ExamFormProps) => {
  const { exam, subjects, today, onClose } = props;
  const client = useQueryClient();
  const form = useForm({
    opened: {
      ...draftOf(examFields, exam ?? { heldOn: today, maxMarks: examFields.maxMarks.default }),
      subjectId: exam?.subjectId ?? props.subjectId,
    },
    check: ({ subjectId, title, heldOn, maxMarks }, unreadable) => ({
      subjectId: !subjectId && 'Choose a subject',
      title: !title.trim() && 'Title is missing',
      heldOn: !heldOn && 'Choose the day of the exam',
      maxMarks:
        (!/^\d+$/.test(maxMarks) || unreadable.includes('maxMarks')) &&
        'Maximum Marks must be a whole number',
    }),
    send: ({ subjectId, ...values }) => {
      const fields = sentValues(examFields, fieldNames(examFields), values);
      if (exam)
        return call(exams.changeExam, {
          params: { examId: exam.id },
          body: fields,
          seen: exam.version,
        });
      const body = { subjectId, ...fields } as BodyIn<typeof exams.createExam>;
      return call(exams.createExam, { body });
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
          data={subjectChoices(subjects, 'Choose a subject')}
          {...form.field('subjectId')}
        />
      )}
      <FieldInputs
        fields={examFields}
        form={form}
        inputs={{
          title: { 'data-autofocus': true, placeholder: 'Midterm' },
          maxMarks: { required: true },
        }}
      />
    </DialogForm>
  );
};
