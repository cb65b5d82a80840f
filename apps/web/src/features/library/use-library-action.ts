import { lending } from '@campus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../ui/use-action.ts';
import { call } from '../../lib/call.ts';
import { formatDay } from '../../lib/day.ts';
import { refreshLibrary } from './library.api.ts';

/** One action of a button in a list; everything of the library is read again after it. */
export const useLibraryAction = <Input, Reply>(
  run: (input: Input) => Promise<Reply>,
  words: { readonly done: (reply: Reply) => string; readonly failed: string },
) => {
  const client = useQueryClient();
  return useAction({ run, ...words, onSettled: () => refreshLibrary(client) });
};

export const useRenewal = () =>
  useLibraryAction((loanId: string) => call(lending.renewLoan, { params: { loanId } }), {
    done: ({ title, dueOn }) => `${title} is due on ${formatDay(dueOn)} now.`,
    failed: 'The loan could not be renewed. Please try again.',
  });

export const useCancellation = () =>
  useLibraryAction(
    (id: string) => call(lending.cancelReservation, { params: { reservationId: id } }),
    {
      done: () => 'The reservation is cancelled.',
      failed: 'The reservation could not be cancelled. Please try again.',
    },
  );
