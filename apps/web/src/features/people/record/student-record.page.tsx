import { people, studentBatches, type StudentDetails, studentFields } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCalendarOff, IconUserCheck, IconUsers } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useToday } from '../../../lib/campus.ts';
import { call } from '../../../lib/call.ts';
import { queryOf } from '../../../lib/query.ts';
import { formatDay, withDays } from '../../../lib/day.ts';
import { DialogForm } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { ConfirmButton, DialogButton, useDialogOf } from '../../../ui/actions.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { useMayCall } from '../../../lib/may-call.tsx';
import { batchActions, titleOf } from '../batch/batch-actions.ts';
import { BatchForm } from '../batch/batch-dialog.tsx';
import { RecordPage } from './record-page.tsx';
import { studentSections } from './record-sections.ts';

interface StudentActionsProps {
  readonly student: StudentDetails;
  readonly onStored: (student: StudentDetails) => void;
}

/** Withdraws a student; asks for the last day. */
const WithdrawForm = ({ student, onStored }: StudentActionsProps) => {
  const today = useToday();
  const { fieldProps, props } = useForm({
    draftKey: `withdrawal ${student.id}`,
    initial: { on: student.withdrawnOn ?? today },
    check: ({ on }, unreadable) => ({
      on: (!on || unreadable.length > 0) && 'Choose the last day',
    }),
    send: ({ on }) => call(people.withdrawStudent, { params: { id: student.id }, body: { on } }),
    done: ({ name }, { on }) =>
      `${name} ${on > today ? `is withdrawn from ${formatDay(on)} on` : 'is withdrawn'}.`,
    onStored,
    failed: 'The student could not be withdrawn. Please try again.',
  });
  return (
    <DialogForm
      {...props}
      lead={
        <>
          {student.name}’s enrolments end on the last day. From that day on they can no longer sign
          in. Marks stay, and you can reinstate the student later.
        </>
      }
      action={withdrawLabel(student)}
    >
      <DayField label="Last day" required {...fieldProps('on')} />
    </DialogForm>
  );
};

/** The label of the button and its dialog. */
const withdrawLabel = ({ withdrawnOn }: StudentDetails): string =>
  withdrawnOn === null ? 'Withdraw' : 'Change last day';

/** Bulk acts applied to one student: with a preview, in one transaction, undone from the bulk history. */
const DatedActButtons = ({ student }: Pick<StudentActionsProps, 'student'>) => {
  const { open, dialog } = useDialogOf(
    (kind: DatedAct) => `${titleOf(kind)}: ${student.name}`,
    (kind, close) => (
      <BatchForm
        kind={kind}
        students={[student.id]}
        draftKey={`${kind} ${student.id}`}
        onDone={(batch) => {
          close();
          if (batch) notifySuccess(`${withDays(batch.what)}. You can undo it in the bulk history.`);
        }}
      />
    ),
  );
  const may = useMayCall();
  const today = useToday();
  if (!may(studentBatches.previewBatch)) return null;
  const away =
    student.awayFrom !== null && (student.awayUntil === null || student.awayUntil >= today);
  const offered: readonly DatedAct[] =
    student.withdrawnOn === null ? [away ? 'return' : 'leave', 'transfer'] : ['readmit'];
  return (
    <>
      {student.status !== 'deactivated' &&
        offered.map((one) => (
          <Button key={one} variant="default" onClick={() => open(one)}>
            {batchActions[one].label}
          </Button>
        ))}
      {dialog}
    </>
  );
};

const StudentActions = ({ student, onStored }: StudentActionsProps) => {
  const withdrawn = student.withdrawnOn !== null;
  return (
    <>
      <DatedActButtons student={student} />
      {withdrawn && (
        <ConfirmButton
          icon={IconUserCheck}
          needs={people.reinstateStudent}
          variant="default"
          label="Reinstate"
          title={`Reinstate: ${student.name}`}
          action={{
            run: () => call(people.reinstateStudent, { params: { id: student.id } }),
            done: ({ name }) => `${name} is reinstated.`,
            failed: 'The student could not be reinstated. Please try again.',
            onDone: onStored,
          }}
        >
          As if there had been no withdrawal: enrolments continue in every term that is not closed,
          and the student can sign in again. Subjects added since do not have them: enrol them
          there, or readmit them instead.
        </ConfirmButton>
      )}
      {student.status !== 'deactivated' && (
        <DialogButton
          icon={IconCalendarOff}
          needs={people.withdrawStudent}
          variant="default"
          label={withdrawLabel(student)}
          title={`${withdrawLabel(student)}: ${student.name}`}
        >
          <WithdrawForm student={student} onStored={onStored} />
        </DialogButton>
      )}
    </>
  );
};

type DatedAct = 'leave' | 'return' | 'transfer' | 'readmit';

const statusLine = ({ status, withdrawnOn, univId, repeats, ...more }: StudentDetails): string => {
  const { awayFrom, awayUntil, awayReason, semester } = more;
  const left = withdrawnOn && formatDay(withdrawnOn);
  const words = {
    active: left ? `Last day ${left}` : 'Active',
    withdrawn: `Withdrawn on ${left}`,
    graduated: `Graduated on ${left}`,
    deactivated: 'Account deactivated',
  };
  const leave =
    awayFrom &&
    `Leave from ${formatDay(awayFrom)}${awayUntil ? ` to ${formatDay(awayUntil)}` : ''} (${awayReason})`;
  return [univId, words[status], leave, repeats && `Repeats semester ${semester}`]
    .filter(Boolean)
    .join(' · ');
};

/** One student; `renderBeside` adds what other features know. */
export const StudentRecordPage = (props: {
  readonly renderBeside: (student: StudentDetails) => ReactNode;
}) => {
  const { studentId = '' } = useParams({ strict: false });
  return (
    <RecordPage
      options={queryOf(people.readStudent, { params: { id: studentId } })}
      fields={studentFields}
      sections={studentSections}
      needs={people.changeStudent}
      change={({ id, version }, body) =>
        call(people.changeStudent, { params: { id }, body, ifMatch: version })
      }
      of="student"
      icon={IconUsers}
      list={{ to: '/admin/students', label: 'All students' }}
      line={statusLine}
      renderActions={(student, onStored) => (
        <StudentActions student={student} onStored={onStored} />
      )}
      renderBeside={props.renderBeside}
    />
  );
};
