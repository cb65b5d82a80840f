import { useState } from 'react';
import type { FormEvent } from 'react';
import type { SubjectDetails, SubjectEnrolment } from '@campus/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { formatDay } from '../../../lib/day.ts';
import { errorText, fieldErrors } from '../../../lib/error-text.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DateField } from '../../../ui/fields.tsx';
import { PersonField } from '../person-field.tsx';
import type { PersonFieldProps } from '../person-field.tsx';
import { dayWithin } from './day-limits.ts';
import { addEnrolment, studentsOptions } from './subject.api.ts';

const StudentField = (props: PersonFieldProps) => {
  const [search] = useDebouncedValue(props.value.trim(), 200);
  const { data = [] } = useQuery(studentsOptions(search));
  return (
    <PersonField
      {...props}
      label="Student (name or e-mail)"
      found={data}
      foundLabel="Students who fit"
      autofocus
    />
  );
};

interface AddStudentProps {
  readonly subject: SubjectDetails;
  readonly today: string;
  readonly onAdded: (enrolment: SubjectEnrolment) => void;
  readonly onClose: () => void;
}

const AddForm = (props: AddStudentProps & { readonly onBusy: (busy: boolean) => void }) => {
  const { subject, today, onAdded, onClose, onBusy } = props;
  const limits = { min: subject.term.startsOn, max: subject.term.endsOn };
  const [problem, setProblem] = useState('');
  const add = useMutation({
    mutationFn: (body: { studentEmail: string; fromOn: string }) => addEnrolment(subject.id, body),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: onAdded,
    onError: (error) => {
      const fields = fieldErrors(error);
      refuse(fields);
      const sentence = errorText(error, 'The student could not be added. Please try again.');
      setProblem(Object.keys(fields).length > 0 ? '' : sentence);
    },
  });
  const busy = add.isPending;
  const { form, values, field, textOf, refuse } = useFormFields(
    { studentEmail: '', fromOn: dayWithin(today, limits) },
    busy,
  );
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    setProblem('');
    const { studentEmail, fromOn } = values;
    if (studentEmail.trim() && fromOn) add.mutate({ studentEmail: studentEmail.trim(), fromOn });
    else
      refuse({
        ...(!studentEmail.trim() && { studentEmail: 'Choose a student' }),
        ...(!fromOn && { fromOn: 'Choose the first day' }),
      });
  };
  return (
    <DialogForm
      form={form}
      onSubmit={submit}
      onClose={onClose}
      busy={busy}
      problem={problem}
      lead={
        <>
          The student is on the roster of {subject.subjectName} from the first day on, and not
          before.
        </>
      }
      action="Add Student"
      busyAction="Adding..."
    >
      <StudentField {...textOf('studentEmail')} />
      <DateField
        label="First day"
        required
        description={`${subject.term.name}: ${formatDay(limits.min)} to ${formatDay(limits.max)}`}
        {...limits}
        {...field('fromOn')}
      />
    </DialogForm>
  );
};

/** Enrols one student from a day on. */
export const AddStudentDialog = (props: AddStudentProps & { readonly opened: boolean }) => {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title="Add Student" busy={busy}>
      <AddForm {...props} onBusy={setBusy} />
    </Dialog>
  );
};
