import { createHash, randomBytes } from 'node:crypto';
import { type administrators, leastForAdministrators, type ReplyOf } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { describeAct } from '../../db/acts.ts';
import type { Transaction } from '../../db/db.ts';
import { inTransaction } from '../../db/transaction.ts';
import { CampusError } from '../../campus-error.ts';
import type { HandlersOf } from '../../http/mount.ts';
import type { IdentityClient } from '../../identity-client.ts';
import { takeAccount } from '../accounts/index.ts';
import {
  hasAdministrator,
  lockSetupLink,
  insertAdministrator,
  storeSetupLink,
} from './administrators.queries.ts';

type LinkState = ReplyOf<typeof administrators.lookAtSetupLink>['state'];

const hoursToSetUp = 24;
const digest = (token: string): string => createHash('sha256').update(token).digest('base64url');

const closed: Readonly<Record<Exclude<LinkState, 'open'>, string>> = {
  used: 'There is an administrator already. Please sign in.',
  expired: 'This link has expired. Start Campus again for a new one.',
  unknown: 'This link is not valid. The last start of Campus has printed the one that is.',
};

/**
 * The token of the link by which the first administrator is created; it takes the place of the one
 * before. Undefined as soon as there is an administrator.
 */
export const createSetupToken = async (campus: Campus): Promise<string | undefined> => {
  if (await hasAdministrator(campus.db)) return undefined;
  const token = randomBytes(32).toString('base64url');
  await storeSetupLink(campus.db, digest(token), hoursToSetUp);
  return token;
};

/** Held until the end of the transaction, so that one link makes one administrator. */
const stateOf = async (tx: Transaction, token: string): Promise<LinkState> => {
  const link = await lockSetupLink(tx, digest(token));
  if (!link) return 'unknown';
  if (await hasAdministrator(tx)) return 'used';
  return link.holds ? 'open' : 'expired';
};

const duplicates = { people_email_key: 'This e-mail belongs to someone already.' };

export const createSetup = (
  identity: IdentityClient,
): Pick<HandlersOf<typeof administrators>, 'lookAtSetupLink' | 'setUp'> => ({
  lookAtSetupLink: async ({ campus, body }) => ({
    state: await inTransaction(campus.db, (tx) => stateOf(tx, body.token)),
    rules: [...(await identity.passwordHints({ minLength: leastForAdministrators, words: [] }))],
  }),

  /**
   * Creates the first administrator together with the account. The account comes first: stopped in
   * between, nobody is administrator and the link still works.
   */
  setUp: async ({ campus, body: { token, name, email, password } }) => {
    await inTransaction(campus.db, duplicates, async (tx) => {
      const state = await stateOf(tx, token);
      if (state !== 'open') throw new CampusError(`link_${state}`, closed[state]);
      const problems = await identity.passwordProblems(password, {
        minLength: leastForAdministrators,
        words: [name, email, campus.settings.institution.name ?? ''],
      });
      if (problems.length > 0)
        throw new CampusError('invalid', problems.join(' '), {
          details: problems.map((message) => ({ field: 'password', message })),
        });
      if (identity.elsewhere?.managed === false) {
        // Bound by their e-mail when they sign in with the account they have.
        describeAct({ recordId: await insertAdministrator(tx, { name, email }) });
        return;
      }
      const subject = await takeAccount({ db: campus.db, identity }, { email, name });
      const bound = { issuer: identity.issuer, subject };
      describeAct({ recordId: await insertAdministrator(tx, { name, email, identity: bound }) });
      await identity.setPassword(subject, password);
    });
    return { email };
  },
});
