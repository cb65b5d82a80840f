import type pg from 'pg';
import { z } from 'zod';
import { inTransaction, rowOf } from '../database.ts';
import type { UniversityOptions } from '../identity.ts';
import { endSessions } from '../sessions.ts';
import type { UniversityPerson } from './provider.ts';

/**
 * Why a person returned from the provider without being signed in; the sign-in page has a sentence for
 * each.
 * - `cancelled`: they or the provider ended it there
 * - `expired`: begun too long ago or in another browser, or already completed
 * - `unverified`: the provider does not vouch for an e-mail
 * - `no_account`: nobody on campus has this e-mail
 * - `other_subject`: the account belongs to another person at the provider
 * - `second_factor`: the provider does not confirm that it asked for the second factor
 * - `not_again`: the provider does not confirm that it has just asked them
 * - `deactivated`: the campus does not admit them
 * - `failed`: what the provider sent is not valid
 * - `unavailable`: the provider or this service does not respond
 */
export type UniversityProblem =
  | 'cancelled'
  | 'expired'
  | 'unverified'
  | 'no_account'
  | 'other_subject'
  | 'second_factor'
  | 'not_again'
  | 'deactivated'
  | 'failed'
  | 'unavailable';

export class UniversityRefusal extends Error {
  readonly problem: UniversityProblem;
  /** For the log, if the operator can do something about it; contains no token. */
  readonly reason: string | undefined;

  constructor(problem: UniversityProblem, reason?: string) {
    super(problem);
    this.problem = problem;
    this.reason = reason;
  }
}

/**
 * Finds the account of a person at the provider: by their subject, or the first time by their e-mail,
 * which links the two. So a recycled e-mail does not open the account of its former owner.
 * @throws UniversityRefusal
 */
export const accountFor = async (
  pool: pg.Pool,
  { subject, email, verified }: UniversityPerson,
  { issuer, accountOf }: UniversityOptions,
): Promise<string> => {
  const linked = await linkedAccount(pool, issuer, subject);
  if (linked !== undefined) return linked;
  if (email === undefined || !verified) throw new UniversityRefusal('unverified');
  const account = await accountOf(email);
  if (!account) throw new UniversityRefusal('no_account');
  if (account === 'deactivated') throw new UniversityRefusal(account);
  await pool.query(
    `with linked as (
       insert into account ("accountId", "providerId", "userId", "createdAt", "updatedAt")
       select $1, $2, id, now(), now() from "user" where id::text = $3
       on conflict do nothing returning "userId"
     )
     update "user" set "emailVerified" = true, "updatedAt" = now()
     where id = (select "userId" from linked) and email = $4`,
    [subject, providerId(issuer), account.subject, email],
  );
  // Linked now, or just before by the same person in another tab; otherwise it is someone else’s.
  if ((await linkedAccount(pool, issuer, subject)) !== account.subject) {
    throw new UniversityRefusal('other_subject');
  }
  return account.subject;
};

/** See `Identity.unlinkAccount`. */
export const unlinkAccount = (pool: pg.Pool, subject: string): Promise<void> =>
  inTransaction(pool, async (client) => {
    await client.query(
      `delete from account where "userId"::text = $1 and "providerId" <> 'credential'`,
      [subject],
    );
    await endSessions(client, subject);
  });

/** Returns the account linked to a subject of the provider. With a lock, waits while it is being unlinked. */
export const linkedAccount = async (
  pool: pg.Pool,
  issuer: string,
  subject: string,
  lock: '' | 'for share' = '',
) => {
  const row = await rowOf(
    pool,
    { userId: z.string() },
    `select "userId" from account where "providerId" = $1 and "accountId" = $2 ${lock}`,
    [providerId(issuer), subject],
  );
  return row?.userId;
};

const providerId = (issuer: string): string => `oidc:${issuer}`;
