import type pg from 'pg';
import { z } from 'zod';
import { actOf, type RequestOrigin } from './acts.ts';
import { inTransaction, rowOf } from './database.ts';
import { createSigner, digest } from './digest.ts';
import type { Account, IdentityOptions, LinkPurpose } from './identity.ts';
import { endSessions } from './sessions.ts';

const purposes = z.enum(['invitation', 'reset', 'device']);
const day = 24 * 60 * 60;
/** How long a link is valid, in seconds. */
const lifetimes: Readonly<Record<LinkPurpose, number>> = {
  invitation: 14 * day,
  reset: 60 * 60,
  device: day,
};

/** The state of a link, as shown to whoever follows it. */
export type LinkState = 'open' | 'used' | 'expired' | 'unknown';

interface FoundLink {
  readonly state: LinkState;
  readonly purpose?: LinkPurpose;
  /** The account it is for. */
  readonly subject?: string;
}

export type PasswordLinks = ReturnType<typeof createPasswordLinks>;

export const createPasswordLinks = (
  pool: pg.Pool,
  secret: string,
  onPasswordChosen: IdentityOptions['onPasswordChosen'],
) => {
  const sign = createSigner(secret, 'password links');
  return {
    /**
     * Looks a link up, either among those for devices or among those for passwords: neither kind is
     * accepted as the other.
     */
    async find(token: string, device?: 'device'): Promise<FoundLink> {
      const link = await rowOf(
        pool,
        { purpose: purposes, subject: z.string(), state: z.enum(['open', 'used', 'expired']) },
        `select purpose, "userId" as subject, case when used_at is not null then 'used'
           when expires_at <= now() then 'expired' else 'open' end as state
         from password_link where token_hash = $1 and (purpose = 'device') = $2`,
        [digest(token), device === 'device'],
      );
      return link ?? { state: 'unknown' };
    },

    /** See `Identity.passwordToken`. */
    async make(subject: string, purpose: LinkPurpose, key: string): Promise<string | undefined> {
      const token = sign(JSON.stringify([subject, purpose, key]));
      const { rowCount } = await pool.query(
        `insert into password_link as link (token_hash, "userId", purpose, expires_at)
         select $1, id, $3, now() + make_interval(secs => $4) from "user" where id::text = $2
         on conflict (token_hash) do update set
           expires_at = case when link.used_at is null
             then excluded.expires_at else link.expires_at end`,
        [digest(token), subject, purpose, lifetimes[purpose]],
      );
      return rowCount === 1 ? token : undefined;
    },

    /** Uses a device link, once. Returns its account; `undefined` if the link is no longer open. */
    async useForDevice(token: string, by: RequestOrigin): Promise<string | undefined> {
      const link = await rowOf(
        pool,
        { subject: z.string() },
        `with link as (
           update password_link set used_at = now()
           where token_hash = $1 and used_at is null and expires_at > now() and purpose = 'device'
           returning "userId"
         )
         select "userId" as subject from link, tell("userId", $2)`,
        [digest(token), actOf('device_admitted', by)],
      );
      return link?.subject;
    },

    /**
     * Sets the password of the link’s account, once. Marks the e-mail, which the link has reached, as
     * verified, ends every session and closes every other link. Returns the account; `undefined` if the
     * link is no longer open.
     */
    use: (token: string, passwordHash: string, by: RequestOrigin): Promise<Account | undefined> =>
      inTransaction(pool, async (client) => {
        const account = await rowOf(
          client,
          { email: z.string(), subject: z.string(), purpose: purposes.exclude(['device']) },
          `with link as (
           update password_link set used_at = now()
           where token_hash = $1 and used_at is null and expires_at > now() and purpose <> 'device'
           returning "userId", purpose
         ), others as (
           update password_link set used_at = now()
           where "userId" = (select "userId" from link) and token_hash <> $1 and used_at is null
         ), login as (
           update account set password = $2, "updatedAt" = now()
           where "userId" = (select "userId" from link) and "providerId" = 'credential'
           returning "userId"
         ), swept as (
           delete from password_link where token_hash in (
             select token_hash from password_link
             where expires_at < now() - interval '90 days' and token_hash <> $1 limit 10)
         ), owner as (
           update "user" set "emailVerified" = true, "updatedAt" = now()
           where id = (select "userId" from login) returning email, id as subject
         )
         select email, subject, purpose
         from owner, link, tell(subject, case purpose when 'invitation' then $3::jsonb else $4 end)`,
          [digest(token), passwordHash, actOf('password_chosen', by), actOf('password_reset', by)],
        );
        if (account) {
          await endSessions(client, account.subject);
          await onPasswordChosen(client, account.subject, account.purpose);
        }
        return account;
      }),
  };
};
