import type { Exam, ExamSubject } from '@campus/contract';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { isConflict } from '../../../lib/call-error.ts';
import { subjectLabel } from '../../../lib/subject-label.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { WholeNumberField } from '../../../ui/whole-number-field.tsx';
import { examLabel } from '../exam-labels.ts';
import { addEntry, refreshExams, studentOfNumberQuery } from '../exams.api.ts';
import classes from './exam-details.module.css';

interface EntryFormProps {
  readonly subjects: readonly ExamSubject[];
  readonly subjectId: string;
  readonly onSubject: (id: string) => void;
  /** Of the subject, held until today. */
  readonly exams: readonly Exam[];
  /** Where the marks go; null for a new draft of today. */
  readonly exam: Exam | null;
  readonly onExam: (id: string) => void;
}

const blank = { name: '', registrationNumber: '', marks: '' };

const missingOf = (values: typeof blank, maxMarks: number) => {
  const whole = /^\d{1,9}$/.test(values.marks);
  return {
    ...(!values.registrationNumber.trim() && {
      registrationNumber: 'Registration Number is missing',
    }),
    ...((!whole || Number(values.marks) > maxMarks) && {
      marks: `Marks must be a whole number from 0 to ${maxMarks}`,
    }),
  };
};

/** Whose number is being typed: the name that fills in, or what is wrong with the number. */
const useStudent = (number: string, subjectId: string, exam: Exam | null) => {
  const [asked] = useDebouncedValue(number.trim(), 300);
  const found = useQuery(
    studentOfNumberQuery({
      registrationNumber: asked,
      ...(exam ? { examId: exam.id } : { subjectId }),
    }),
  );
  const current = asked !== '' && asked === number.trim() ? found.data : undefined;
  if (!current) return { student: null, line: '' };
  const [student, other] = current;
  if (!student) return { student: null, line: 'No student has this registration number' };
  if (other) return { student: null, line: 'This number belongs to more than one student' };
  const line =
    student.enrolled === false
      ? `${student.studentName} is not enrolled in this class`
      : [student.univId, student.rollNo].filter(Boolean).join(' · ');
  return { student, line };
};

/** Name, Registration Number, Class and Marks: one result of one student. */
export const EntryForm = (props: EntryFormProps) => {
  const { subjects, subjectId, exams, exam } = props;
  const client = useQueryClient();
  const [problem, setProblem] = useState('');
  const [taken, setTaken] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: ({ sent, replace }: { sent: typeof blank; replace: boolean }) =>
      addEntry({
        subjectId,
        examId: exam?.id ?? null,
        registrationNumber: sent.registrationNumber,
        marks: Number(sent.marks),
        replace,
      }),
    onSuccess: async ({ entry, exam: stored }) => {
      notifySuccess(`${entry.studentName}: ${entry.marks} in ${stored.title}.`);
      setTaken(null);
      setProblem('');
      props.onExam(stored.id);
      clear();
      await refreshExams(client);
    },
    onError: (error) => {
      if (isConflict(error)) {
        setTaken(error.message);
        return;
      }
      setTaken(null);
      setProblem(refuseBy(error, 'The marks could not be entered. Please try again.'));
    },
  });
  const busy = save.isPending;
  const { form, values, field, textOf, refuse, refuseBy, clear } = useFormFields(blank, busy);
  const { student, line } = useStudent(values.registrationNumber, subjectId, exam);
  const fill = useEffectEvent((name: string) =>
    field('name').onChange({ currentTarget: { value: name } }),
  );
  const foundName = student?.studentName;
  useEffect(() => {
    if (foundName !== undefined) fill(foundName);
  }, [foundName]);

  const send = (replace: boolean): void => save.mutate({ sent: values, replace });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    setProblem('');
    const missing = missingOf(values, exam?.maxMarks ?? 100);
    if (Object.keys(missing).length > 0) refuse(missing);
    else send(false);
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      {problem && (
        <div className={classes['above']}>
          <Banner kind="error" onDismiss={() => setProblem('')}>
            {problem}
          </Banner>
        </div>
      )}
      <fieldset disabled={busy} className={classes['fields']}>
        <TextField
          label="Registration Number"
          required
          autoComplete="off"
          description={line || 'University ID or roll number'}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          descriptionProps={{ 'aria-live': 'polite' }}
          {...field('registrationNumber')}
        />
        <TextField label="Name" autoComplete="off" {...field('name')} />
        <SelectField
          label="Class"
          required
          value={subjectId}
          data={subjects.map((subject) => ({ value: subject.id, label: subjectLabel(subject) }))}
          onChange={(event) => props.onSubject(event.currentTarget.value)}
        />
        <SelectField
          label="Exam"
          value={exam?.id ?? ''}
          data={[
            ...exams.map((one) => ({ value: one.id, label: examLabel(one) })),
            { value: '', label: 'New exam, today' },
          ]}
          onChange={(event) => props.onExam(event.currentTarget.value)}
        />
        <WholeNumberField
          label="Marks"
          required
          min={0}
          description={`0 to ${exam?.maxMarks ?? 100}`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...textOf('marks')}
        />
      </fieldset>
      <Button type="submit" fullWidth size="md" className={classes['submit'] ?? ''} disabled={busy}>
        Add Exam
      </Button>
      <ConfirmDialog
        opened={taken !== null}
        onClose={() => setTaken(null)}
        title="Replace the marks?"
        confirmLabel={`Replace with ${values.marks}`}
        busy={busy}
        onConfirm={() => send(true)}
      >
        {taken}
      </ConfirmDialog>
    </form>
  );
};
