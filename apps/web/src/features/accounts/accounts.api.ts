import { accounts, administrators } from '@campus/contract';
import { queryOf } from '../../lib/query.ts';

/** Polling interval in milliseconds while an invitation is being sent. */
const untilSent = 3_000;

export const accountOptions = (personId: string) =>
  queryOf(accounts.readAccount, {
    params: { id: personId },
    refetchInterval: ({ state }) =>
      state.data?.state === 'invitation_waiting' ? untilSent : false,
  });

export const administratorsOptions = queryOf(administrators.list, {
  refetchInterval: ({ state }) =>
    state.data?.some((one) => one.state === 'invitation_waiting') ? untilSent : false,
});
