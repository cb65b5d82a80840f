import type { TermClosing } from '@campus/contract';
import { useToday } from '../../../lib/campus.ts';
import { pluralize } from '../../../lib/count.ts';
import { formatDay } from '../../../lib/day.ts';
import { TextField } from '../../../ui/fields.tsx';
import { DialogForm } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';

interface ConfirmClosingProps {
  readonly report: TermClosing;
  readonly onClose: (reason: string) => Promise<TermClosing>;
}

/** Asks for confirmation, with name, day and figures; before the last day also for a reason. */
export const ConfirmClosing = ({ report, onClose }: ConfirmClosingProps) => {
  const { term, next, promotion, graduates, subjects } = report;
  const early = term.endsOn > useToday();
  const { fieldProps, props } = useForm({
    draftKey: null,
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: early && !reason.trim() && 'Say why it is closed early' }),
    send: ({ reason }) => onClose(reason),
    failed: 'The term could not be closed. Please try again.',
  });
  return (
    <DialogForm
      {...props}
      lead={
        <>
          {term.name} ends on {formatDay(term.endsOn)}.{' '}
          {pluralize(promotion.promoted, 'student moves', 'students move')} up,{' '}
          {graduates > 0 && `${pluralize(graduates, 'graduates', 'graduate')}, `}
          {next.name} has {pluralize(subjects.length, 'subject')}, and{' '}
          {pluralize(report.enrolmentsOpened, 'enrolment begins', 'enrolments begin')} on{' '}
          {formatDay(next.startsOn)}. This can be undone until somebody marks in {next.name}.
        </>
      }
      action="Close Term"
      busyAction="Closing..."
    >
      {early && (
        <TextField
          label="Reason"
          description="Why it is closed before its last day. Kept in the history of the term."
          required
          {...fieldProps('reason')}
        />
      )}
    </DialogForm>
  );
};
