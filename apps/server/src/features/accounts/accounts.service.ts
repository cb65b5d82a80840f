import type { accounts, PersonAccount } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { actAs } from '../../db/history.ts';
import type { Call } from '../../http/call.ts';
import type { HandlersOf } from '../../http/mount.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict, found } from '../../campus-error.ts';
import { accountOf, type IdentityClient } from '../../identity-client.ts';
import { refuseTokens } from '../identity/index.ts';
import { describe } from './account-state.rules.ts';
import {
  type AccountHolder,
  countActiveAdministrators,
  holderById,
  recordAct,
  lastInvitations,
  lockActiveAdministrators,
  setActive,
} from './accounts.queries.ts';
import { queueTask } from './outbox.queries.ts';
import { resetFactorOf } from './reset-factor.ts';

type OfPerson = Pick<Call<typeof accounts.invite>, 'params' | 'actor'>;

export type AccountsService = ReturnType<typeof createAccountsService>;

const notNow = {
  invite:
    'This person has chosen a password already. They can get a new one by Forgot Password on the sign-in page.',
  deactivate:
    'This is the last active administrator. Add another one before you deactivate this account.',
  unlink: 'No university account is linked to this account.',
  resetOwnFactor:
    'Another administrator has to reset your second factor. Turn it off under Security.',
};

/** What other features have against shutting a person out or letting them in: they throw. */
export interface AccountObjections {
  toDeactivating(campus: Campus, personId: string): Promise<void>;
  toReactivating(campus: Campus, personId: string): Promise<void>;
}

export const createAccountsService = (
  campus: Campus,
  identity: IdentityClient,
  objections: AccountObjections,
) => {
  const { db, clock } = campus;

  const find = async (personId: string): Promise<AccountHolder> =>
    found(await holderById(db, personId), 'There is no person with this id.');

  /** What has to be done at the identity service, for those who have an account there. */
  const atIdentity = async (
    { issuer, subject }: AccountHolder,
    act: (subject: string) => Promise<void> | undefined,
  ): Promise<void> => {
    if (subject !== null && issuer === identity.issuer) await act(subject);
  };
  const endIdentitySessions = (person: AccountHolder) =>
    atIdentity(person, (subject) => identity.endSessions(subject));
  const setDisabled = (person: AccountHolder, to: boolean) =>
    atIdentity(person, (subject) => identity.setDisabled?.(subject, to));

  /** Their tokens are worth nothing any more, and their history says who did what. */
  const signOut = (personId: string, actorId: string, act: 'sessions' | 'universityAccount') =>
    inTransaction(db, async (tx) => {
      await actAs(tx, actorId);
      await refuseTokens(tx, personId, clock.now());
      await recordAct(tx, personId, act);
    });

  const readMany = async (people: readonly AccountHolder[]): Promise<PersonAccount[]> => {
    const invitations = await lastInvitations(
      db,
      people.map(({ id }) => id),
    );
    const administrators = people.some(({ role }) => role === 'admin')
      ? await countActiveAdministrators(db)
      : 0;
    return Promise.all(
      people.map(async (person) =>
        describe({
          person,
          account: await accountOf(identity, person),
          elsewhere:
            identity.elsewhere?.managed === false ||
            (person.issuer !== null && person.issuer !== identity.issuer),
          invitation: invitations.find(({ personId }) => personId === person.id),
          lastAdministrator: person.role === 'admin' && person.active && administrators === 1,
          now: new Date(clock.now()),
        }),
      ),
    );
  };

  const read = async (personId: string): Promise<PersonAccount> => {
    const [account] = await readMany([await find(personId)]);
    if (!account) throw new Error('The account of a person could not be described.');
    return account;
  };

  /** Does something with a person's account, and answers it as it is then. */
  const withPerson =
    (act: (person: AccountHolder, actorId: string) => Promise<unknown>) =>
    async ({ params, actor }: OfPerson): Promise<PersonAccount> => {
      await act(await find(params.id), actor.id);
      return read(params.id);
    };

  const handlers: HandlersOf<typeof accounts> = {
    readAccount: ({ params }) => read(params.id),

    invite: withPerson(async ({ id }) => {
      const { actions, state } = await read(id);
      if (state === 'deactivated')
        throw conflict('This account is deactivated. Reactivate it first.');
      if (!actions.includes('invite')) throw conflict(notNow.invite);
      await inTransaction(db, (tx) => queueTask(tx, 'invitation', id));
    }),

    deactivate: withPerson(async (person, actorId) => {
      await objections.toDeactivating(campus, person.id);
      await inTransaction(db, async (tx) => {
        await actAs(tx, actorId);
        const administrators = await lockActiveAdministrators(tx);
        if (administrators.length === 1 && administrators[0] === person.id)
          throw conflict(notNow.deactivate);
        await setActive(tx, person.id, false, clock.now());
      });
      await setDisabled(person, true);
      await endIdentitySessions(person);
    }),

    reactivate: withPerson(async (person, actorId) => {
      await objections.toReactivating(campus, person.id);
      // Whatever session outlived the deactivation does not come back to life.
      await endIdentitySessions(person);
      await inTransaction(db, async (tx) => {
        await actAs(tx, actorId);
        await setActive(tx, person.id, true, clock.now());
      });
      await setDisabled(person, false);
    }),

    endSessions: withPerson(async (person, actorId) => {
      // The session first: it could hand out a token that is newer than the refusal.
      await endIdentitySessions(person);
      await signOut(person.id, actorId, 'sessions');
    }),

    unlink: withPerson(async (person, actorId) => {
      const account = await accountOf(identity, person);
      if (!account?.linked) throw conflict(notNow.unlink);
      await identity.unlinkAccount(account.subject);
      await signOut(person.id, actorId, 'universityAccount');
    }),

    resetFactor: withPerson(async (person, actorId) => {
      if (person.id === actorId) throw conflict(notNow.resetOwnFactor);
      await resetFactorOf(campus, identity, person, actorId);
    }),
  };

  return { read, readMany, handlers };
};
