import type pg from 'pg';
import { z } from 'zod';
import { inTransaction, rowOf, rowsOf } from './database.ts';
import type { Account, LinkPurpose, NewAccount, Parts } from './identity.ts';
import { hashPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';
import { removeFactor } from './second-factor.ts';
import { unlinkAccount } from './university/links.ts';

// As better-auth expects: the id of a password account is that of the user, its provider `credential`.
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

const accountState = {
  subject: z.string(),
  email: z.string(),
  hasPassword: z.boolean(),
  /** Whether the account is linked to a university account. */
  linked: z.boolean(),
  /** Whether sign-in asks for a code after the password. */
  secondFactor: z.boolean(),
  /** When the latest unused invitation expires or expired. */
  invitedUntil: z.date().nullable(),
};
export type AccountState = z.output<z.ZodObject<typeof accountState>>;

/** The operations on accounts for use by the campus. */
export const accountMethods = ({ pool, policy, links, passwordOwner }: Parts) => {
  const hashOf = async (account: NewAccount): Promise<string | null> => {
    if (account.passwordHash !== undefined) return account.passwordHash;
    if (account.password === undefined) return null;
    const owner = { ...(await passwordOwner(undefined)), words: [account.name, account.email] };
    const [problem] = await policy.problems(account.password, owner);
    if (problem !== undefined) throw new Error(problem);
    return hashPassword(account.password);
  };

  /** Creates the accounts whose e-mail is new, in one statement; returns all, in the given order. */
  const createAccounts = async (accounts: readonly NewAccount[]): Promise<Account[]> => {
    const emails = accounts.map((account) => usable(account.email));
    const hashes = await Promise.all(accounts.map(hashOf));
    await pool.query(insertMissing, [
      emails,
      accounts.map((account) => account.name),
      hashes,
      accounts.map((account) => account.emailVerified),
    ]);

    const rows = await rowsOf(
      pool,
      { email: z.string(), subject: z.string() },
      'select email, id as subject from "user" where email = any($1)',
      [emails],
    );
    const known = new Map(rows.map((row) => [row.email, row]));
    return emails.map((email) => {
      const account = known.get(email);
      if (!account) throw new Error(`The account of ${email} was removed while it was created.`);
      return account;
    });
  };

  return {
    createAccounts,
    /** Idempotent by e-mail: an existing account keeps its name and password. */
    async createAccount(account: NewAccount): Promise<Account> {
      const [created] = await createAccounts([account]);
      if (!created) throw new Error(`The account of ${account.email} could not be created.`);
      return created;
    },
    describeAccount(
      who: { readonly subject: string } | { readonly email: string },
    ): Promise<AccountState | undefined> {
      const [condition, value] =
        'subject' in who ? ['u.id::text = $1', who.subject] : ['u.email = $1', who.email];
      return rowOf(
        pool,
        accountState,
        `select u.id as subject, u.email, coalesce(bool_or(a.password is not null), false) as "hasPassword",
           coalesce(bool_or(a."providerId" <> 'credential'), false) as linked,
           coalesce(u."twoFactorEnabled", false) as "secondFactor",
           (select max(expires_at) from password_link
            where "userId" = u.id and purpose = 'invitation' and used_at is null) as "invitedUntil"
         from "user" u left join account a on a."userId" = u.id
         where ${condition} group by u.id`,
        [value],
      );
    },
    /**
     * Returns the token of a one-time link by which the owner chooses a password or makes a device known.
     * The same `key` returns the same token, valid from now on, so asking twice makes one link.
     * `undefined` if there is no such account.
     */
    passwordToken: (subject: string, purpose: LinkPurpose, key: string) =>
      links.make(subject, purpose, key),
    /**
     * Sets the password of an account whose e-mail is known to belong to its owner, and ends its
     * sessions. Throws if the password is not acceptable.
     */
    async setPassword(subject: string, password: string): Promise<void> {
      const [problem] = await policy.problems(password, await passwordOwner(subject));
      if (problem !== undefined) throw new Error(problem);
      const hash = await hashPassword(password);
      await inTransaction(pool, async (client) => {
        const { rowCount } = await client.query(
          `with login as (
             update account set password = $2, "updatedAt" = now()
             where "userId"::text = $1 and "providerId" = 'credential' returning "userId"
           )
           update "user" set "emailVerified" = true, "updatedAt" = now()
           where id = (select "userId" from login)`,
          [subject, hash],
        );
        if (rowCount !== 1) throw new Error('There is no account with this subject.');
        await endSessions(client, subject);
      });
    },
    /**
     * Gives the account another e-mail, or (null) one that reaches nobody, if its current e-mail is
     * `from`. Deletes its open links, which were sent to the old address.
     */
    async moveAccount(
      subject: string,
      { from, to }: { readonly from: string; readonly to: string | null },
    ): Promise<void> {
      // Mail to `.invalid` reaches nobody, and nobody signs in with it.
      const email = to === null ? `${subject}@moved.invalid` : usable(to);
      await pool.query(
        `with moved as (
           update "user" set email = $3, "emailVerified" = false, "updatedAt" = now()
           where id::text = $1 and email = $2 and email <> $3
           returning id
         )
         delete from password_link where used_at is null and "userId" = (select id from moved)`,
        [subject, from, email],
      );
    },
    /**
     * Unlinks the account from its university account and ends its sessions. The next university account
     * with its e-mail is linked.
     */
    unlinkAccount: (subject: string) => unlinkAccount(pool, subject),
    /** Returns what is stored about an account, without its secrets: where and how its owner signed in. */
    async accountData(subject: string): Promise<unknown> {
      const row = await rowOf(
        pool,
        { data: z.unknown() },
        `select jsonb_build_object('account', to_jsonb(u) - 'image',
           'signs in by', (select jsonb_agg(jsonb_build_object('provider', a."providerId", 'subject', a."accountId", 'since', a."createdAt")) from account a where a."userId" = u.id),
           'sessions', (select jsonb_agg(to_jsonb(s) - array['id', 'token', 'userId']) from session s where s."userId" = u.id),
           'known devices since', (select jsonb_agg(d.signed_in_at) from known_device d where d."userId" = u.id),
           'links', (select jsonb_agg(to_jsonb(l) - array['token_hash', 'userId']) from password_link l where l."userId" = u.id)
         ) as data from "user" u where id::text = $1`,
        [subject],
      );
      return row?.data ?? null;
    },
    /** Deletes the account and everything that belongs to it; does nothing if it does not exist. */
    async removeAccount(subject: string): Promise<void> {
      await pool.query(`delete from "user" where id::text = $1`, [subject]);
    },
    /**
     * Removes the second factor of an owner who has lost it, and ends their sessions. Returns false if
     * there was none.
     */
    resetFactor: (subject: string) => resetFactor(pool, subject),
    /** Ends every session of the account. ID tokens already issued remain valid until they expire. */
    endSessions: (subject: string) => endSessions(pool, subject),
  };
};

export const resetFactor = (pool: pg.Pool, subject: string): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const had = await removeFactor(client, subject);
    await endSessions(client, subject);
    return had;
  });

const usable = (given: string): string => {
  const email = given.trim().toLowerCase();
  if (!z.email().safeParse(email).success) throw new Error(`"${email}" is not an e-mail address.`);
  return email;
};
