import {
  type IsoDate,
  type SubjectDetails,
  type SubjectEnrolment,
  subjectPage,
} from '@campus/contract';
import { countOf } from '../../../lib/count.ts';
import { call } from '../../../lib/call.ts';
import { formatDay } from '../../../lib/day.ts';
import { useForm } from '../../../lib/use-form.ts';
import { DateField } from '../../../ui/fields.tsx';
import { DialogForm } from '../../../ui/form.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { dayWithin } from './day-limits.ts';

interface DropFormProps {
  readonly subject: SubjectDetails;
  readonly enrolment: SubjectEnrolment;
  readonly today: IsoDate;
  readonly onDropped: () => void;
}

const marksKept = (marks: number): string =>
  marks === 0
    ? ''
    : ` ${countOf(marks, 'mark after that day stays', 'marks after that day stay')} in the records.`;

/** Asks for the last day of a student in a subject. */
export const DropForm = ({ subject, enrolment, today, onDropped }: DropFormProps) => {
  const limits = { min: enrolment.fromOn, max: subject.term.endsOn };
  const { field, props } = useForm({
    opened: { lastDay: enrolment.toOn ?? dayWithin(today, limits) },
    check: ({ lastDay }) => ({ lastDay: !lastDay && 'Choose the last day' }),
    send: ({ lastDay }) =>
      call(subjectPage.dropEnrolment, {
        params: { enrolmentId: enrolment.id },
        body: { lastDay },
      }),
    onStored: ({ toOn, marksAfter }) => {
      const day = formatDay(toOn ?? '');
      notifySuccess(`Last day of ${enrolment.studentName}: ${day}.${marksKept(marksAfter)}`);
      onDropped();
    },
    failed: 'The student could not be dropped. Please try again.',
  });
  return (
    <DialogForm
      {...props}
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
