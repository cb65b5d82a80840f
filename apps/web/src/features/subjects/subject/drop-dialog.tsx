import { useState } from 'react';
import type { SubjectDetails, SubjectEnrolment } from '@campus/contract';
import { formatDay } from '../../../lib/day.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DateField } from '../../../ui/fields.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { useDialogForm } from '../../../ui/use-dialog-form.ts';
import { dayWithin } from './day-limits.ts';
import { dropEnrolment } from './subject.api.ts';

interface DropProps {
  readonly subject: SubjectDetails;
  readonly enrolment: SubjectEnrolment;
  readonly today: string;
  readonly onDropped: () => void;
  readonly onClose: () => void;
}

const marksKept = (marks: number): string => {
  if (marks === 0) return '';
  return marks === 1
    ? ' 1 mark after that day stays in the records.'
    : ` ${marks} marks after that day stay in the records.`;
};

const DropForm = (props: DropProps & { readonly onBusy: (busy: boolean) => void }) => {
  const { subject, enrolment, today, onDropped, onClose, onBusy } = props;
  const limits = { min: enrolment.fromOn, max: subject.term.endsOn };
  const { field, props: formProps } = useDialogForm({
    opened: { lastDay: enrolment.toOn ?? dayWithin(today, limits) },
    onBusy,
    read: ({ lastDay }) =>
      lastDay ? { send: lastDay } : { wrong: { lastDay: 'Choose the last day' } },
    send: (lastDay) => dropEnrolment(enrolment.id, lastDay),
    onStored: ({ toOn, marksAfter }) => {
      const day = formatDay(toOn ?? '');
      notifySuccess(`Last day of ${enrolment.studentName}: ${day}.${marksKept(marksAfter)}`);
      onDropped();
    },
    failed: 'The student could not be dropped. Please try again.',
  });
  return (
    <DialogForm
      {...formProps}
      onClose={onClose}
      lead={
        <>{enrolment.studentName} is on the roster up to the last day. Marks and history stay.</>
      }
      action={dropLabel(enrolment)}
    >
      <DateField
        label="Last day"
        required
        data-autofocus
        description={`From ${formatDay(limits.min)} to ${formatDay(limits.max)}`}
        {...limits}
        {...field('lastDay')}
      />
    </DialogForm>
  );
};

/** What the button of a row and its dialog say. */
export const dropLabel = ({ toOn }: SubjectEnrolment): string =>
  toOn === null ? 'Drop' : 'Change last day';

interface DropDialogProps extends Omit<DropProps, 'enrolment'> {
  /** Null while nobody is being dropped. */
  readonly enrolment: SubjectEnrolment | null;
}

/** Asks for the last day of a student in a subject. */
export const DropDialog = ({ enrolment, ...props }: DropDialogProps) => {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      opened={enrolment !== null}
      onClose={props.onClose}
      title={enrolment ? `${dropLabel(enrolment)}: ${enrolment.studentName}` : 'Drop'}
      busy={busy}
    >
      {enrolment && <DropForm {...props} enrolment={enrolment} onBusy={setBusy} />}
    </Dialog>
  );
};
