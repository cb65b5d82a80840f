import type pg from 'pg';
import { z } from 'zod';
import type { Account, NewAccount } from './identity.ts';
import { hashPassword } from './passwords.ts';

// better-auth's own reading of an account: its id is the user's, its provider `credential`.
const insertMissing = `
  with given as (
    select distinct on (email) email, name, hash, verified
    from unnest($1::text[], $2::text[], $3::text[], $4::boolean[]) as g(email, name, hash, verified)
  ), added as (
    insert into "user" (name, email, "emailVerified", "createdAt", "updatedAt")
    select name, email, verified, now(), now() from given
    on conflict (email) do nothing
    returning id, email
  )
  insert into account ("accountId", "providerId", "userId", password, "createdAt", "updatedAt")
  select added.id::text, 'credential', added.id, given.hash, now(), now()
  from added join given using (email)`;

/** Creates the accounts whose e-mail is new and answers the subjects of all, in the order given. */
export async function createAccounts(
  pool: pg.Pool,
  accounts: readonly NewAccount[],
  minPasswordLength: number,
): Promise<Account[]> {
  const emails = accounts.map((account) => account.email.trim().toLowerCase());
  const unusable = emails.find((email) => !z.email().safeParse(email).success);
  if (unusable !== undefined) throw new Error(`"${unusable}" is not an e-mail address.`);

  const hashes = await Promise.all(accounts.map((account) => hashOf(account, minPasswordLength)));
  await pool.query(insertMissing, [
    emails,
    accounts.map((account) => account.name),
    hashes,
    accounts.map((account) => account.emailVerified),
  ]);

  const { rows } = await pool.query<Account>(
    'select email, id as subject from "user" where email = any($1)',
    [emails],
  );
  const known = new Map(rows.map((row) => [row.email, row]));
  return emails.map((email) => {
    const account = known.get(email);
    if (!account) throw new Error(`The account of ${email} was removed while it was created.`);
    return account;
  });
}

async function hashOf(account: NewAccount, minPasswordLength: number): Promise<string> {
  if (account.passwordHash !== undefined) return account.passwordHash;
  if (account.password.length < minPasswordLength) {
    throw new Error(`A password needs at least ${minPasswordLength} characters.`);
  }
  return hashPassword(account.password);
}
