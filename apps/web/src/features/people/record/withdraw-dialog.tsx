import { useState } from 'react';
import type { FormEvent } from 'react';
import type { StudentDetails } from '@campus/contract';
import { useMutation } from '@tanstack/react-query';
import { formatDay } from '../../../lib/day.ts';
import { errorText, fieldErrors } from '../../../lib/error-text.ts';
import { unreadableFields } from '../../../lib/unreadable-fields.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DateField } from '../../../ui/fields.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { withdrawStudent } from './record.api.ts';

interface WithdrawProps {
  readonly student: StudentDetails;
  readonly today: string;
  readonly onDone: (student: StudentDetails) => void;
  readonly onClose: () => void;
}

const WithdrawForm = (props: WithdrawProps & { readonly onBusy: (busy: boolean) => void }) => {
  const { student, today, onDone, onClose, onBusy } = props;
  const [problem, setProblem] = useState('');
  const withdraw = useMutation({
    mutationFn: (on: string) => withdrawStudent(student.id, on),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: (stored, on) => {
      const when = on > today ? `is withdrawn from ${formatDay(on)} on` : 'is withdrawn';
      notifySuccess(`${stored.name} ${when}.`);
      onDone(stored);
    },
    onError: (error) => {
      const fields = fieldErrors(error);
      refuse(fields);
      const sentence = errorText(error, 'The student could not be withdrawn. Please try again.');
      setProblem(Object.keys(fields).length > 0 ? '' : sentence);
    },
  });
  const busy = withdraw.isPending;
  const blank = { on: student.withdrawnOn ?? today };
  const { form, values, field, refuse } = useFormFields(blank, busy);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    setProblem('');
    if (values.on && unreadableFields(event.currentTarget).length === 0) withdraw.mutate(values.on);
    else refuse({ on: 'Choose the last day' });
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
          {student.name}’s enrolments end on the last day. From that day on there is no sign-in.
          Marks stay, and you can reinstate the student later.
        </>
      }
      action={withdrawLabel(student)}
    >
      <DateField label="Last day" required data-autofocus {...field('on')} />
    </DialogForm>
  );
};

/** What the button and its dialog say. */
export const withdrawLabel = ({ withdrawnOn }: StudentDetails): string =>
  withdrawnOn === null ? 'Withdraw' : 'Change last day';

/** Asks for the last day of a student. */
export const WithdrawDialog = ({
  opened,
  ...props
}: WithdrawProps & { readonly opened: boolean }) => {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      opened={opened}
      onClose={props.onClose}
      title={`${withdrawLabel(props.student)}: ${props.student.name}`}
      busy={busy}
    >
      <WithdrawForm {...props} onBusy={setBusy} />
    </Dialog>
  );
};
