import {
  type AccountAction,
  accounts,
  administrators,
  type BodyIn,
  type PersonAccount,
} from '@campus/contract';
import { call } from '../../lib/call.ts';
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

export type NewAdministrator = BodyIn<typeof administrators.create>;

export const addAdministrator = (body: NewAdministrator) => call(administrators.create, { body });

const endpoints = {
  invite: accounts.invite,
  deactivate: accounts.deactivate,
  reactivate: accounts.reactivate,
  end_sessions: accounts.endSessions,
  unlink: accounts.unlink,
  reset_factor: accounts.resetFactor,
} as const;

/** Does it and answers how the account stands afterwards. */
export const act = (personId: string, action: AccountAction): Promise<PersonAccount> =>
  call(endpoints[action], { params: { id: personId } });
