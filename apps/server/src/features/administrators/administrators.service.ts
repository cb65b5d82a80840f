import { hash, randomBytes } from 'node:crypto';
import type { administrators, ReplyOf } from '@campus/contract';
import { describeAct } from '../../db/acts.ts';
import { actAs } from '../../db/history.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Handler } from '../../http/call.ts';
import { exportedList } from '../../http/export-list.ts';
import type { HandlersOf } from '../../http/mount.ts';
import { type IdentityClient, managesAccounts } from '../../identity-client.ts';
import {
  type AccountsService,
  keepFullAdministrator,
  listHolders,
  passwordOwner,
  queueTask,
  setDuty,
  claimAccount,
} from '../accounts/index.ts';
import type { Campus } from '../../campus.ts';
import type { Transaction } from '../../db/db.ts';
import { CampusError, found } from '../../campus-error.ts';
import * as queries from './administrators.queries.ts';

type LinkState = ReplyOf<typeof administrators.lookAtSetupLink>['state'];

const hoursToSetUp = 24;
const digest = (token: string): string => hash('sha256', token, 'base64url');

const closed: Readonly<Record<Exclude<LinkState, 'open'>, string>> = {
  used: 'There is an administrator already. Please sign in.',
  expired: 'This link has expired. Start Campus again for a new one.',
  unknown: 'This link is not valid. Campus printed the current one when it last started.',
};

/**
 * Creates the token of the link with which the first administrator is created; it replaces the former one. Undefined
 * once there is an administrator.
 */
export const createSetupToken = async (campus: Campus): Promise<string | undefined> => {
  if (await queries.hasAdministrator(campus.db)) return undefined;
  const token = randomBytes(32).toString('base64url');
  await queries.storeSetupLink(campus.db, digest(token), hoursToSetUp);
  return token;
};

/** Locks the link, so that it creates only one administrator. */
const stateOf = async (tx: Transaction, token: string): Promise<LinkState> => {
  const holds = await queries.lockSetupLink(tx, digest(token));
  if (holds === undefined) return 'unknown';
  if (await queries.hasAdministrator(tx)) return 'used';
  return holds ? 'open' : 'expired';
};

const duplicates = { people_email_key: 'This e-mail belongs to someone already.' };

const listOf =
  (accounts: AccountsService): Handler<typeof administrators.list> =>
  async ({ campus }) =>
    accounts.readMany(
      await listHolders(campus.db, `role = 'admin' order by active desc, name, id`),
    );

export const createAdministrators = (
  accounts: AccountsService,
  identity: IdentityClient,
): HandlersOf<typeof administrators> => ({
  lookAtSetupLink: async ({ campus, body }) => ({
    state: await inTransaction(campus.db, (tx) => stateOf(tx, body.token)),
    rules: identity.passwordHints(passwordOwner(campus, 'admin')),
  }),

  /**
   * Creates the first administrator and their account. The account comes first: after a crash in between, there is no
   * administrator yet and the link still works.
   */
  setUp: async ({ campus, body: { token, name, email, password } }) => {
    await inTransaction(campus.db, duplicates, async (tx) => {
      const state = await stateOf(tx, token);
      if (state !== 'open') throw new CampusError(`link_${state}`, closed[state]);
      const owner = passwordOwner(campus, 'admin', [name, email]);
      const problems = await identity.passwordProblems(password, owner);
      if (problems.length > 0)
        throw new CampusError('invalid', problems.join(' '), {
          details: problems.map((message) => ({ field: 'password', message })),
        });
      // Without a managed account, they are bound by e-mail when they first sign in with the one they have.
      const subject =
        managesAccounts(identity) &&
        (await claimAccount({ db: campus.db, identity }, { email, name }));
      const bound = subject && { identity: { issuer: identity.issuer, subject } };
      const recordId = await queries.insertAdministrator(tx, { name, email, ...bound });
      describeAct({ recordId });
      if (subject) await identity.setPassword(subject, password);
    });
    return { email };
  },

  list: listOf(accounts),

  exportList: exportedList<typeof administrators.list>(listOf(accounts), [
    ['Name', 'text', (row) => row.name],
    ['Email', 'text', (row) => row.email],
    ['Duty', 'text', (row) => row.duty],
    ['Account', 'text', (row) => row.state],
    ['Second factor', 'text', (row) => (row.secondFactor ? 'yes' : 'no')],
  ]),

  /** Adds an administrator, who gets an invitation like everybody else. */
  create: async ({ campus, actor, body }) => {
    const id = await inTransaction(campus.db, duplicates, async (tx) => {
      const added = await queries.insertAdministrator(tx, body);
      await queueTask(tx, 'invitation', added);
      describeAct({ recordId: added });
      return added;
    });
    return accounts.read(id, actor);
  },

  /** Duties are read for each request, so a change takes effect with the next one. */
  changeDuty: async ({ campus, actor, params: { id }, body: { duty } }) => {
    await inTransaction(campus.db, async (tx) => {
      await actAs(tx, actor.id);
      if (duty !== null) await keepFullAdministrator(tx, id, 'lessen');
      found(await setDuty(tx, id, duty), 'There is no administrator with this id.');
    });
    return accounts.read(id, actor);
  },
});
