import { accounts, administrators } from '@campus/contract';
import { queryOf } from '../../lib/query.ts';

/** While an invitation is on its way, what becomes of it is asked for again and again. */
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
