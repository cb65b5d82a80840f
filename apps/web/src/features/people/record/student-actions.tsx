import { useState } from 'react';
import type { StudentDetails } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCalendarOff, IconUserCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { campusQuery } from '../../../lib/campus.ts';
import { localToday } from '../../../lib/day.ts';
import { errorText } from '../../../lib/error-text.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { notifyError, notifySuccess } from '../../../ui/toasts.tsx';
import { reinstateStudent } from './record.api.ts';
import { WithdrawDialog, withdrawLabel } from './withdraw-dialog.tsx';

interface StudentActionsProps {
  readonly student: StudentDetails;
  readonly onStored: (student: StudentDetails) => void;
}

/** Withdraw and reinstate. */
export const StudentActions = ({ student, onStored }: StudentActionsProps) => {
  const { data: campus } = useQuery(campusQuery);
  const [asking, setAsking] = useState<'withdraw' | 'reinstate' | null>(null);
  const close = (): void => setAsking(null);
  const reinstate = useMutation({
    mutationFn: () => reinstateStudent(student.id),
    onSuccess: (stored) => {
      notifySuccess(`${stored.name} is reinstated.`);
      onStored(stored);
    },
    onError: (error) =>
      notifyError(errorText(error, 'The student could not be reinstated. Please try again.')),
    onSettled: close,
  });
  const withdrawn = student.withdrawnOn !== null;
  return (
    <>
      {withdrawn && (
        <Button
          variant="default"
          leftSection={<IconUserCheck size={18} stroke={1.75} aria-hidden />}
          onClick={() => setAsking('reinstate')}
        >
          Reinstate
        </Button>
      )}
      {student.status !== 'deactivated' && (
        <Button
          variant="default"
          leftSection={<IconCalendarOff size={18} stroke={1.75} aria-hidden />}
          onClick={() => setAsking('withdraw')}
        >
          {withdrawLabel(student)}
        </Button>
      )}
      <WithdrawDialog
        opened={asking === 'withdraw'}
        student={student}
        today={campus?.today ?? localToday()}
        onDone={(stored) => {
          close();
          onStored(stored);
        }}
        onClose={close}
      />
      <ConfirmDialog
        opened={asking === 'reinstate'}
        title={`Reinstate: ${student.name}`}
        confirmLabel="Reinstate"
        busy={reinstate.isPending}
        onConfirm={() => reinstate.mutate()}
        onClose={close}
      >
        As if there had been no withdrawal: enrolments go on as before in every term that is not
        closed, and the student can sign in again.
      </ConfirmDialog>
    </>
  );
};
