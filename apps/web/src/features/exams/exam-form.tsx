import {
  type BodyIn,
  type Exam,
  examFields,
  exams,
  type ExamSubject,
  fieldNames,
  type IsoDate,
} from '@campus/contract';
import { call } from '../../lib/call.ts';
import { changedFields, draftOf, labelsOf, sentValues } from '../../lib/field-values.ts';
import { subjectChoices } from '../../lib/subject-label.ts';
import { DialogForm } from '../../ui/form.tsx';
import { useForm } from '../../ui/use-form.ts';
import { FieldInputs } from '../../ui/field-input.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { examPaths } from './exams.api.ts';

interface ExamFormProps {
  /** The exam to change; null for a new one. */
  readonly exam: Exam | null;
  /** Subjects of the open term, for a new exam. */
  readonly subjects: readonly ExamSubject[];
  /** The initial choice. */
  readonly subjectId: string;
  readonly today: IsoDate;
  readonly onSaved?: (exam: Exam) => void;
}

const labels = { ...labelsOf(examFields), published: 'Published' };

/** Adds an exam, or changes its title, date or maximum. */
export const ExamForm = (props: ExamFormProps) => {
  const { exam, subjects, today } = props;
  const form = useForm({
    draftKey: `exam ${exam?.id ?? ''}`,
    initial: {
      ...draftOf(examFields, exam ?? { heldOn: today, maxMarks: examFields.maxMarks.default }),
      subjectId: exam?.subjectId ?? props.subjectId,
    },
    ...(exam && { version: exam.version }),
    check: ({ subjectId, title, heldOn, maxMarks }, unreadable) => ({
      subjectId: !subjectId && 'Choose a subject',
      title: !title.trim() && 'Title is missing',
      heldOn: !heldOn && 'Choose the day of the exam',
      maxMarks:
        (!/^\d+$/.test(maxMarks) || unreadable.includes('maxMarks')) &&
        'Maximum Marks must be a whole number',
    }),
    send: (values, { initial, version }) => {
      if (exam)
        return call(exams.changeExam, {
          params: { examId: exam.id },
          body: sentValues(examFields, changedFields(values, initial), values),
          ifMatch: version,
        });
      const fields = sentValues(examFields, fieldNames(examFields), values);
      const body = { subjectId: values.subjectId, ...fields } as BodyIn<typeof exams.createExam>;
      return call(exams.createExam, { body });
    },
    done: ({ title }) => (exam ? `${title} is saved.` : `${title} is added as a draft.`),
    onStored: props.onSaved,
    refreshes: examPaths,
    failed: 'The exam could not be saved. Please try again.',
  });
  return (
    <DialogForm {...form.props} labels={labels} action="Save">
      {exam === null && (
        <SelectField
          label="Class"
          required
          data={subjectChoices(subjects, 'Choose a subject')}
          {...form.fieldProps('subjectId')}
        />
      )}
      <FieldInputs
        fields={examFields}
        form={form}
        inputs={{
          title: { placeholder: 'Midterm' },
          maxMarks: { required: true },
        }}
      />
    </DialogForm>
  );
};
