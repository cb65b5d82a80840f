import { useState } from 'react';
import type { SubjectDetails, SubjectEnrolment } from '@campus/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../../lib/day.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DateField } from '../../../ui/fields.tsx';
import { useDialogForm } from '../../../ui/use-dialog-form.ts';
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
  const {
    field,
    textOf,
    props: formProps,
  } = useDialogForm({
    opened: { studentEmail: '', fromOn: dayWithin(today, limits) },
    onBusy,
    read: ({ studentEmail, fromOn }) =>
      studentEmail.trim() && fromOn
        ? { send: { studentEmail: studentEmail.trim(), fromOn } }
        : {
            wrong: {
              ...(!studentEmail.trim() && { studentEmail: 'Choose a student' }),
              ...(!fromOn && { fromOn: 'Choose the first day' }),
            },
          },
    send: (body) => addEnrolment(subject.id, body),
    onStored: onAdded,
    failed: 'The student could not be added. Please try again.',
  });
  return (
    <DialogForm
      {...formProps}
      onClose={onClose}
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
