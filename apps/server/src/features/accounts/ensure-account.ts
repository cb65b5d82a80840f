import type { Database } from '../../db/database.ts';
import type { IdentityAccount, IdentityClient } from '../../identity-client.ts';
import {
  type AccountHolder,
  bindHolder,
  holderByEmail,
  holderOfSubject,
} from './accounts.queries.ts';
import { queueTask } from './outbox.queries.ts';

export interface AccountParts {
  readonly db: Database;
  readonly identity: IdentityClient;
}

/**
 * Frees an e-mail address for the person who has it on campus now. Another person's account goes without an address
 * until that person's own task moves it. An account of nobody may be taken over, if only the owner of the address can
 * sign in to it.
 */
const freeAddress = async ({ db, identity }: AccountParts, email: string): Promise<void> => {
  const account = await identity.describeAccount({ email });
  if (!account) return;
  const owner = await holderOfSubject(db, identity.issuer, account.subject);
  if (!owner && (account.verified || (!account.hasPassword && !account.linked))) return;
  // Queued before the address is removed, or a crash in between would lock the owner out.
  if (owner) await queueTask(db, 'email_change', owner.id);
  await identity.moveAccount(account.subject, { from: email, to: null });
};

/** Moves a person's account to the e-mail they have on campus. */
export const moveToCampusEmail = async (
  parts: AccountParts,
  account: IdentityAccount,
  person: AccountHolder,
): Promise<void> => {
  if (account.email === person.email) return;
  await freeAddress(parts, person.email);
  const emails = { from: account.email, to: person.email };
  await parts.identity.moveAccount(account.subject, emails);
};

/** The subject of an account with this e-mail that belongs to nobody yet; a new one has no password. */
export const claimAccount = async (
  parts: AccountParts,
  { email, name }: Pick<AccountHolder, 'email' | 'name'>,
): Promise<string> => {
  await freeAddress(parts, email);
  const { subject } = await parts.identity.createAccount({ email, name, emailVerified: false });
  return subject;
};

/**
 * The person's account at the identity service, created and bound if there is none yet. A recycled address never leads
 * to another person's account. Idempotent. Returns undefined when the person signs in at another service.
 */
export const ensureAccount = async (
  parts: AccountParts,
  person: AccountHolder,
): Promise<IdentityAccount | undefined> => {
  const { db, identity } = parts;
  if (person.issuer !== null && person.issuer !== identity.issuer) return undefined;
  const bound = person.subject && (await identity.describeAccount({ subject: person.subject }));
  if (bound) {
    await moveToCampusEmail(parts, bound, person);
    return { ...bound, email: person.email };
  }
  const subject = await claimAccount(parts, person);
  if (!(await bindHolder(db, person, identity.issuer, subject)))
    throw new Error('The person was bound to another account meanwhile.');
  return identity.describeAccount({ subject });
};

/**
 * The account of the person who has this e-mail on campus, even if the worker has not created it yet; undefined when
 * nobody has it.
 */
export const accountOfEmail = async (parts: AccountParts, email: string) => {
  const person = await holderByEmail(parts.db, email);
  return person && ensureAccount(parts, person);
};
