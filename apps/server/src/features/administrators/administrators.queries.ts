import type { Duty } from '@campus/contract';
import { boolean, type Db, text, type Transaction } from '../../db/db.ts';

interface NewAdministrator {
  readonly name: string;
  readonly email: string;
  /** Null or omitted: full rights. */
  readonly duty?: Duty | null;
  /** The account to bind the administrator to at once. */
  readonly identity?: { readonly issuer: string; readonly subject: string };
}

export const insertAdministrator = (
  tx: Transaction,
  { name, email, duty, identity }: NewAdministrator,
) =>
  tx.value(
    text,
    `insert into people (role, name, email, identity_issuer, identity_subject, duty)
     values ('admin', $1, $2, $3, $4, $5) returning id::text`,
    [name, email, identity?.issuer, identity?.subject, duty],
  );

export const hasAdministrator = async (db: Db): Promise<boolean> =>
  (await db.query(`select from people where role = 'admin' and active limit 1`)) > 0;

/** Stores a link, which replaces the former one. */
export const storeSetupLink = (db: Db, tokenHash: string, hours: number) =>
  db.query(
    `insert into setup_link (token_hash, expires_at)
     values ($1, now() + make_interval(hours => $2))
     on conflict (only_one) do update set
       token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [tokenHash, hours],
  );

/** Whether the link with this digest is still valid; undefined when there is none. Locks it. */
export const lockSetupLink = (tx: Transaction, tokenHash: string) =>
  tx.value(
    boolean.optional(),
    'select expires_at > now() as holds from setup_link where token_hash = $1 for update',
    [tokenHash],
  );
