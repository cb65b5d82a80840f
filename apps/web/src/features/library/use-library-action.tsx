import { lending, type OwnReservation } from '@campus/contract';
import { ConfirmDialog, useAction, useConfirm } from '../../ui/actions.tsx';
import { call } from '../../lib/call.ts';
import { formatDay } from '../../lib/day.ts';
import { libraryPaths } from './library.api.ts';

export const useRenewal = () =>
  useAction({
    run: (loanId: string) => call(lending.renewLoan, { params: { loanId } }),
    done: ({ title, dueOn }) => `${title} is due on ${formatDay(dueOn)} now.`,
    failed: 'The loan could not be renewed. Please try again.',
    refreshes: libraryPaths,
  });

/** Asks before a reservation is cancelled: its place in line cannot be had back. */
export const useCancellation = <Row extends OwnReservation>(whose: (row: Row) => string) => {
  const question = useConfirm({
    run: ({ id }: Row) => call(lending.cancelReservation, { params: { reservationId: id } }),
    done: () => 'The reservation is cancelled.',
    failed: 'The reservation could not be cancelled. Please try again.',
    refreshes: libraryPaths,
  });
  const { about, ask, busy, dialog } = question;
  const held = about?.heldUntil
    ? `; a copy is held at the desk until ${formatDay(about.heldUntil)}`
    : '';
  return {
    ask,
    busy,
    question: (
      <ConfirmDialog
        {...dialog}
        title="Cancel this reservation?"
        confirmLabel="Give up the place"
        destructive
      >
        {about &&
          `${whose(about)} number ${about.position} in line for ${about.title}${held}. Reserved again, the place is the last in line.`}
      </ConfirmDialog>
    ),
  };
};
