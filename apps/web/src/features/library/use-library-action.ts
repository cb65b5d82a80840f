import { lending } from '@campus/contract';
import { useAction } from '../../ui/actions.tsx';
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

export const useCancellation = () =>
  useAction({
    run: (id: string) => call(lending.cancelReservation, { params: { reservationId: id } }),
    done: () => 'The reservation is cancelled.',
    failed: 'The reservation could not be cancelled. Please try again.',
    refreshes: libraryPaths,
  });
