import type { Database } from '../../db/database.ts';
import type { IdentityAccount, IdentityClient } from '../../identity-client.ts';
import {
  type AccountHolder,
  bindHolder,
  holderByEmail,
  holderById,
  holderOfSubject,
} from './accounts.queries.ts';
import { queueTask } from './outbox.queries.ts';

export interface AccountParts {
  readonly db: Database;
  readonly identity: IdentityClient;
}

/** Whoever is to have an e-mail address; without an id, not on campus yet. */
type Claimant = Pick<AccountHolder, 'email' | 'name'> & Partial<Pick<AccountHolder, 'id'>>;

/**
 * Frees an e-mail address for the person who has it on campus now. Another person's account goes without an address
 * until that person's own task moves it.
 */
const freeAddress = async (
  { db, identity }: AccountParts,
  { id, email }: Claimant,
  mayStay: (account: IdentityAccount) => boolean,
): Promise<void> => {
  const account = await identity.describeAccount({ email });
  if (!account) return;
  const owner = await holderOfSubject(db, identity.issuer, account.subject);
  // Theirs already: a sign-in or the worker has bound it meanwhile.
  if (owner ? owner.id === id : mayStay(account)) return;
  // Queued before the address is removed, or a crash in between would lock the owner out.
  if (owner) await queueTask(db, 'email_change', owner.id);
  await identity.moveAccount(account.subject, { from: email, to: null });
};

/** Whether only the owner of its address can sign in to an account of nobody. */
const isClaimable = ({ verified, hasPassword, linked }: IdentityAccount): boolean =>
  verified === true || (!hasPassword && !linked);

/** Moves a person's account to the e-mail they have on campus. */
export const moveToCampusEmail = async (
  parts: AccountParts,
  account: IdentityAccount,
  person: AccountHolder,
): Promise<void> => {
  if (account.email === person.email) return;
  await freeAddress(parts, person, () => false);
  const emails = { from: account.email, to: person.email };
  await parts.identity.moveAccount(account.subject, emails);
  // Another process may have moved it first, or the e-mail been corrected again.
  const moved = await parts.identity.describeAccount({ subject: account.subject });
  const holder = await holderById(parts.db, person.id);
  if (!moved || !holder) return;
  if (moved.email === account.email) throw new Error('The account could not be moved.');
  await moveToCampusEmail(parts, moved, holder);
};

/** The subject of an account with this e-mail that belongs to nobody yet; a new one has no password. */
export const claimAccount = async (parts: AccountParts, claimant: Claimant): Promise<string> => {
  const { email, name } = claimant;
  await freeAddress(parts, claimant, isClaimable);
  const { subject } = await parts.identity.createAccount({ email, name, emailVerified: false });
  return subject;
};

/**
 * The person's account at the identity service, created and bound if there is none yet. A recycled address never leads
 * to another person's account. Idempotent. Returns undefined when the person signs in at another service, or is
 * deactivated and has none: if they are being erased, nobody would remove it.
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
    return identity.describeAccount({ subject: bound.subject });
  }
  if (!person.active) return undefined;
  const subject = await claimAccount(parts, person);
  if (await bindHolder(db, person, identity.issuer, subject))
    return identity.describeAccount({ subject });
  // Bound meanwhile: by a sign-in, the worker or another process.
  const boundPerson = await holderById(db, person.id);
  return boundPerson && ensureAccount(parts, boundPerson);
};

/**
 * The account of the person who has this e-mail on campus, even if the worker has not created it yet; undefined when
 * nobody has it. As `accountOf` of the identity service.
 */
export const accountOfEmail = async (parts: AccountParts, email: string) => {
  const person = await holderByEmail(parts.db, email);
  const account = person && (await ensureAccount(parts, person));
  return person?.active === false ? (account ?? 'deactivated') : account;
};
