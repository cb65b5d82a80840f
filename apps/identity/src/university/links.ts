import type pg from 'pg';
import { z } from 'zod';
import { rowsOf } from '../database.ts';
import type { UniversityOptions } from '../identity.ts';
import type { UniversityPerson } from './provider.ts';
import { UniversityRefusal } from './problem.ts';

/**
 * The account that a person of the provider opens: by their subject, and by their e-mail the first
 * time only, which links the two. A recycled e-mail is no way into the account of its former owner.
 * @throws UniversityRefusal
 */
export const accountFor = async (
  pool: pg.Pool,
  { subject, email }: UniversityPerson,
  { issuer, accountOf }: UniversityOptions,
): Promise<string> => {
  const provider = `oidc:${issuer}`;
  const linked = await linkedAccount(pool, provider, subject);
  if (linked !== undefined) return linked;
  if (email === undefined) throw new UniversityRefusal('unverified');
  const account = await accountOf(email);
  if (!account) throw new UniversityRefusal('no_account');
  await pool.query(
    `with linked as (
       insert into account ("accountId", "providerId", "userId", "createdAt", "updatedAt")
       select $1, $2, id, now(), now() from "user" where id::text = $3
       on conflict do nothing returning "userId"
     )
     update "user" set "emailVerified" = true, "updatedAt" = now()
     where id = (select "userId" from linked) and email = $4`,
    [subject, provider, account.subject, email],
  );
  // Linked now, or a moment ago by the same person in another tab; else it is another's.
  if ((await linkedAccount(pool, provider, subject)) !== account.subject) {
    throw new UniversityRefusal('other_subject');
  }
  return account.subject;
};

/** See `Identity.unlinkAccount`. */
export const unlinkAccount = async (pool: pg.Pool, subject: string): Promise<void> => {
  await pool.query(
    `with unlinked as (
       delete from account where "userId"::text = $1 and "providerId" <> 'credential'
     )
     delete from session where "userId"::text = $1`,
    [subject],
  );
};

const linkedAccount = async (pool: pg.Pool, provider: string, subject: string) => {
  const rows = await rowsOf(
    pool,
    { userId: z.string() },
    `select "userId" from account where "providerId" = $1 and "accountId" = $2`,
    [provider, subject],
  );
  return rows[0]?.userId;
};
