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
 * Makes an address free for the person who has it at the campus now. An account that still has it goes
 * without until its own person's task has moved it on; without a person it may be taken over,
 * if nobody has a way into it but the owner of the address.
 */
const freeAddress = async ({ db, identity }: AccountParts, email: string): Promise<void> => {
  const account = await identity.describeAccount({ email });
  if (!account) return;
  const owner = await holderOfSubject(db, identity.issuer, account.subject);
  if (!owner && (account.verified || (!account.hasPassword && !account.linked))) return;
  // Written down before the address is taken away, or a stop in between would lock the owner out.
  if (owner) await queueTask(db, 'email_change', owner.id);
  await identity.moveAccount(account.subject, { from: email, to: null });
};

/** Moves the account of a person to the e-mail the campus knows. */
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

/** An account of this e-mail that belongs to nobody yet, without a password if it is new. */
export const takeAccount = async (
  parts: AccountParts,
  { email, name }: Pick<AccountHolder, 'email' | 'name'>,
): Promise<string> => {
  await freeAddress(parts, email);
  const { subject } = await parts.identity.createAccount({ email, name, emailVerified: false });
  return subject;
};

/**
 * The account of a person at the identity service, created and bound to them if there is none yet.
 * A recycled address is no way to another person's account. Doing it again changes nothing.
 * `undefined` when the person signs in at another service.
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
  const subject = await takeAccount(parts, person);
  if (!(await bindHolder(db, person, identity.issuer, subject)))
    throw new Error('The person was bound to another account meanwhile.');
  return identity.describeAccount({ subject });
};

/**
 * The account of the person who has this e-mail at the campus, though the worker may not have come to them
 * yet; `undefined` when nobody has it.
 */
export const accountOfEmail = async (parts: AccountParts, email: string) => {
  const person = await holderByEmail(parts.db, email);
  return person && ensureAccount(parts, person);
};
