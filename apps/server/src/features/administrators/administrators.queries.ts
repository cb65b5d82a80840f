import { sql } from 'kysely';
import type { Db, Transaction } from '../../db/db.ts';
import { insertedId, rowWith } from '../../db/sql.ts';

interface NewAdministrator {
  readonly name: string;
  readonly email: string;
  /** Bound to an account at once. */
  readonly identity?: { readonly issuer: string; readonly subject: string };
}

export const insertAdministrator = (
  tx: Transaction,
  { name, email, identity }: NewAdministrator,
): Promise<string> =>
  insertedId(
    tx.insertInto('people').values({
      role: 'admin',
      name,
      email,
      identity_issuer: identity?.issuer ?? null,
      identity_subject: identity?.subject ?? null,
    }),
  );

export const hasAdministrator = async (db: Db): Promise<boolean> =>
  (await rowWith(db, 'people', { role: 'admin', active: true }, ['id'])) !== undefined;

/** Puts a link in the place of the one before. */
export const storeSetupLink = (db: Db, tokenHash: string, hours: number) =>
  db.query(
    `insert into setup_link (token_hash, expires_at)
     values ($1, now() + make_interval(hours => $2))
     on conflict (only_one) do update set
       token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [tokenHash, hours],
  );

/** Whether the link of this digest still holds; undefined when there is none. Locked until the end. */
export const lockSetupLink = (tx: Transaction, tokenHash: string) =>
  tx
    .selectFrom('setup_link')
    .where('token_hash', '=', tokenHash)
    .select(sql<boolean>`expires_at > now()`.as('holds'))
    .forUpdate()
    .executeTakeFirst();
