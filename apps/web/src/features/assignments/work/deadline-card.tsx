import { type HandIn, handInLimits, handIns } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { call } from '../../../lib/call.ts';
import { useTimeOnCampus } from '../../../lib/campus.ts';
import { DialogButton, useAction, useDialog } from '../../../ui/actions.tsx';
import { noteBelow, TextField } from '../../../ui/fields.tsx';
import { DialogForm } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { Card } from '../../../ui/page.tsx';
import { deadlineInWords, minuteInWords } from '../assignment-labels.ts';
import { assignmentPaths } from '../assignments.api.ts';
import { DeadlineField } from '../deadline-field.tsx';
import { useFrozen } from '../term-closed.tsx';
import assignmentClasses from '../assignments.module.css';

interface DeadlineProps {
  readonly work: HandIn;
}

const ExtensionForm = ({ work }: DeadlineProps) => {
  const { assignment, extended, studentName, extensions } = work;
  const params = { assignmentId: assignment.id, email: work.studentEmail };
  const form = useForm({
    draftKey: `extension ${assignment.id} ${work.studentEmail}`,
    initial: {
      deadline: assignment.deadlineOnCampus,
      reason: extended ? (extensions[0]?.reason ?? '') : '',
    },
    check: ({ deadline }) => ({
      deadline: !deadline && 'Choose the day and time of the deadline',
    }),
    send: (body) => call(handIns.extendDeadline, { params, body }),
    done: ({ assignment: { deadlineOnCampus } }) =>
      `${studentName} has until ${minuteInWords(deadlineOnCampus)}.`,
    refreshes: assignmentPaths,
    failed: 'The deadline could not be extended. Please try again.',
  });
  const ending = useAction({
    run: () => call(handIns.endExtension, { params }),
    done: () => `The extension of ${studentName} is withdrawn.`,
    onDone: () => {
      form.discardDraft();
      close?.();
    },
    refreshes: assignmentPaths,
    failed: 'The extension could not be withdrawn. Please try again.',
  });
  const busy = form.busy || ending.isPending;
  const close = useDialog(busy);
  return (
    <DialogForm
      {...form.props}
      busy={busy}
      lead={`For ${studentName} alone. What was handed in before it is in time.`}
      action="Extend"
      extraAction={
        extended && (
          <Button variant="subtle" color="brick" disabled={busy} onClick={() => ending.mutate()}>
            Withdraw
          </Button>
        )
      }
    >
      <DeadlineField {...form.fieldProps('deadline')} />
      <TextField
        label="Reason"
        description="Not shown to the student"
        {...noteBelow}
        maxLength={handInLimits.reason}
        {...form.fieldProps('reason')}
      />
    </DialogForm>
  );
};

/** A student's deadline, and every extension given or withdrawn. */
export const DeadlineCard = ({ work }: DeadlineProps) => {
  const formatTime = useTimeOnCampus();
  return (
    <Card
      title="Deadline"
      actions={
        !useFrozen(work.assignment) && (
          <DialogButton
            needs={handIns.extendDeadline}
            variant="subtle"
            icon={IconCalendarPlus}
            label={work.extended ? 'Change' : 'Extend'}
            title="Extend the deadline"
          >
            <ExtensionForm work={work} />
          </DialogButton>
        )
      }
    >
      <p
        className={assignmentClasses['prose']}
      >{`Until ${deadlineInWords(work.assignment, work.extended)}`}</p>
      {work.extensions.length > 0 && (
        <ol className={assignmentClasses['plain']} aria-label="Extensions, latest first">
          {work.extensions.map(({ id, deadlineOnCampus, reason, changedBy, changedAt }) => (
            <li key={id}>
              <span>
                {deadlineOnCampus
                  ? `Extended to ${minuteInWords(deadlineOnCampus)}`
                  : 'Extension withdrawn'}
              </span>
              {reason !== '' && <span className={assignmentClasses['prose']}>{`“${reason}”`}</span>}
              <span className={assignmentClasses['muted']}>
                {`${changedBy}, ${formatTime(changedAt)}`}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
};
