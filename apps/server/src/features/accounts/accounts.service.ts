import {
  type accounts,
  administrators,
  type Caller,
  mayCall,
  type PersonAccount,
  type Role,
} from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { describeAct, discardAct } from '../../db/acts.ts';
import type { Db, Transaction } from '../../db/db.ts';
import { actAs } from '../../db/history.ts';
import type { Actor, Call } from '../../http/call.ts';
import type { HandlersOf } from '../../http/mount.ts';
import { inTransaction } from '../../db/transaction.ts';
import { CampusError, conflict, forbidden, found } from '../../campus-error.ts';
import { accountOf, type IdentityClient, managesAccounts } from '../../identity-client.ts';
import { refuseTokens } from '../identity/index.ts';
import { describe } from './account-state.rules.ts';
import * as queries from './accounts.queries.ts';
import { invitationsState, inviteMany, queueTask } from './outbox.queries.ts';
import { resetFactorOf } from './reset-factor.ts';

type OfPerson = Pick<Call<typeof accounts.invite>, 'params' | 'actor'>;

export type AccountsService = ReturnType<typeof createAccountsService>;

const conflictSentences = {
  invite:
    'This person has chosen a password already. They can get a new one by Forgot Password on the sign-in page.',
  inviteMany: 'Accounts are kept by another service: nobody is invited from here.',
  deactivate:
    'This is the last active administrator with every duty. Add another one before you deactivate this account.',
  lessen:
    'This is the last active administrator with every duty. Give every duty to another one first.',
  unlink: 'No university account is linked to this account.',
  resetOwnFactor:
    'Another administrator has to reset your second factor. Turn it off under Security.',
};

/** An administrator with a duty may not act on the accounts of administrators. */
const mayActOn = (role: Role, { duty }: Caller): boolean => role !== 'admin' || duty === null;

/** Refuses whoever may not see the list of administrators to read about one. */
export const requireMayReadAbout = (role: string, actor: Caller): void => {
  if (role === 'admin' && !mayCall(administrators.list, actor)) throw forbidden();
};

/** Refuses to deactivate the last full administrator, or to give them a duty. */
export const keepFullAdministrator = async (
  tx: Transaction,
  personId: string,
  act: 'deactivate' | 'lessen',
): Promise<void> => {
  const full = await queries.lockFullAdministrators(tx);
  if (full.length === 1 && full[0] === personId) throw conflict(conflictSentences[act]);
};

/** Objections of other features to deactivating or reactivating a person: they throw. */
export interface AccountObjections {
  toDeactivating(db: Db, personId: string): Promise<void>;
  toReactivating(db: Db, personId: string): Promise<void>;
}

/** Does something at the identity service, if the person has an account there. */
const atIdentity = async (
  identity: IdentityClient,
  { issuer, subject }: queries.AccountHolder,
  act: (subject: string) => Promise<void> | undefined,
): Promise<void> => {
  if (subject !== null && issuer === identity.issuer) await act(subject);
};

/** Refuses the person's tokens, and records who did what in their history. */
const signOut = async (
  tx: Transaction,
  personId: string,
  actorId: string,
  act: 'sessions' | 'universityAccount',
) => {
  await actAs(tx, actorId);
  await refuseTokens(tx, personId);
  await queries.recordAct(tx, personId, act);
};

const findHolder = async (db: Db, personId: string): Promise<queries.AccountHolder> =>
  found(await queries.holderById(db, personId), 'There is no person with this id.');

/** Accounts as administrators see them, with what they may do. */
const createReading = (
  { db, clock }: Campus,
  identity: IdentityClient,
  objections: AccountObjections,
) => {
  /** Why the account cannot be deactivated or, if inactive, reactivated; null if it can. */
  const objectionTo = async ({ id, active }: queries.AccountHolder): Promise<string | null> => {
    try {
      await (active ? objections.toDeactivating(db, id) : objections.toReactivating(db, id));
      return null;
    } catch (error) {
      if (error instanceof CampusError) return error.message;
      throw error;
    }
  };

  const readMany = async (
    people: readonly queries.AccountHolder[],
    objection: string | null = null,
  ): Promise<PersonAccount[]> => {
    const invitations = await queries.lastInvitations(
      db,
      people.map(({ id }) => id),
    );
    const fullAdministrators = people.some(({ role }) => role === 'admin')
      ? await queries.countFullAdministrators(db)
      : 0;
    return Promise.all(
      people.map(async (person) =>
        describe({
          person,
          account: await accountOf(identity, person),
          elsewhere:
            !managesAccounts(identity) ||
            (person.issuer !== null && person.issuer !== identity.issuer),
          invitation: invitations.find(({ personId }) => personId === person.id),
          objection,
          lastFullAdministrator:
            person.role === 'admin' &&
            person.duty === null &&
            person.active &&
            fullAdministrators === 1,
          now: new Date(clock.now()),
        }),
      ),
    );
  };

  const read = async (personId: string, actor: Caller): Promise<PersonAccount> => {
    const person = await findHolder(db, personId);
    requireMayReadAbout(person.role, actor);
    const [account] = await readMany([person], await objectionTo(person));
    if (!account) throw new Error('The account of a person could not be described.');
    return mayActOn(person.role, actor) ? account : { ...account, actions: [] };
  };

  return { read, readMany };
};

export const createAccountsService = (
  campus: Campus,
  identity: IdentityClient,
  objections: AccountObjections,
  mailsPerMinute: number,
) => {
  const { db, clock } = campus;
  const managed = managesAccounts(identity);
  const { read, readMany } = createReading(campus, identity, objections);

  const endIdentitySessions = (person: queries.AccountHolder) =>
    atIdentity(identity, person, (subject) => identity.endSessions(subject));
  const setDisabled = (person: queries.AccountHolder, to: boolean) =>
    atIdentity(identity, person, (subject) => identity.setDisabled?.(subject, to));

  /** Acts on a person's account and returns its new state. */
  const withPerson =
    (act: (person: queries.AccountHolder, actor: Actor) => Promise<unknown>) =>
    async ({ params, actor }: OfPerson): Promise<PersonAccount> => {
      const person = await findHolder(db, params.id);
      if (!mayActOn(person.role, actor)) throw forbidden();
      await act(person, actor);
      return read(params.id, actor);
    };

  const handlers: HandlersOf<typeof accounts> = {
    readAccount: ({ params, actor }) => read(params.id, actor),

    invite: withPerson(async ({ id }, actor) => {
      const { actions, state } = await read(id, actor);
      if (state === 'deactivated')
        throw conflict('This account is deactivated. Reactivate it first.');
      if (!actions.includes('invite')) throw conflict(conflictSentences.invite);
      await inTransaction(db, (tx) => queueTask(tx, 'invitation', id));
    }),

    readInvitations: async () => {
      const state = await invitationsState(db);
      const minutes = state.waiting / mailsPerMinute;
      const endsAt = new Date(clock.now() + minutes * 60_000).toISOString();
      const nobody = { students: 0, teachers: 0, administrators: 0 };
      return {
        ...state,
        ...(!managed && { neverInvited: nobody, expired: nobody }),
        mailsPerMinute,
        endsAt: state.waiting === 0 ? null : endsAt,
      };
    },

    inviteMany: ({ body, actor }) =>
      inTransaction(db, async (tx) => {
        if (!mayActOn(body.role, actor)) throw forbidden();
        if (!managed) throw conflict(conflictSentences.inviteMany);
        const invited = await inviteMany(tx, body);
        if (invited === 0) discardAct();
        describeAct({ count: invited });
        return { invited };
      }),

    deactivate: withPerson(async (person, { id: actorId }) => {
      await inTransaction(db, async (tx) => {
        await actAs(tx, actorId);
        await keepFullAdministrator(tx, person.id, 'deactivate');
        await queries.lockHolder(tx, person.id);
        await objections.toDeactivating(tx, person.id);
        await queries.setActive(tx, [person.id], false);
      });
      await setDisabled(person, true);
      await endIdentitySessions(person);
    }),

    reactivate: withPerson(async (person, { id: actorId }) => {
      await objections.toReactivating(db, person.id);
      // A session that survived the deactivation must not become valid again.
      await endIdentitySessions(person);
      await inTransaction(db, async (tx) => {
        await actAs(tx, actorId);
        await queries.lockHolder(tx, person.id);
        // Again: nothing was locked while the identity service was asked.
        await objections.toReactivating(tx, person.id);
        await queries.setActive(tx, [person.id], true);
      });
      await setDisabled(person, false);
    }),

    endSessions: withPerson(async (person, { id: actorId }) => {
      // Sessions first: one could issue a token later than the refusal.
      await endIdentitySessions(person);
      await inTransaction(db, (tx) => signOut(tx, person.id, actorId, 'sessions'));
    }),

    unlink: withPerson(async (person, { id: actorId }) => {
      const account = await accountOf(identity, person);
      if (!account?.linked) throw conflict(conflictSentences.unlink);
      await inTransaction(db, async (tx) => {
        // Whoever has to wait does so before what cannot be rolled back.
        await queries.lockHolder(tx, person.id);
        await identity.unlinkAccount(account.subject);
        await signOut(tx, person.id, actorId, 'universityAccount');
      });
    }),

    resetFactor: withPerson(async (person, { id: actorId }) => {
      if (person.id === actorId) throw conflict(conflictSentences.resetOwnFactor);
      await resetFactorOf(db, identity, person, actorId);
    }),
  };

  return { read, readMany, handlers };
};
