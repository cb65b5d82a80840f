import type pg from 'pg';
import { z } from 'zod';
import { rowsOf } from './database.ts';
import type { IdentityRequest } from './endpoint.ts';

/** What people do with their accounts, for the audit trail. */
const kinds = z.enum([
  'signed_in',
  'sign_in_failed',
  'password_chosen',
  'password_reset',
  'password_changed',
  'factor_added',
  'factor_removed',
  'recovery_codes_renewed',
  'own_sessions_ended',
  'device_admitted',
]);
export type AccountActKind = z.output<typeof kinds>;

/** The request by which somebody acts. */
export type RequestOrigin = Pick<IdentityRequest, 'id' | 'ip' | 'userAgent'>;

/** Formats an act for the database function `tell`, which records it in the statement that carries it out. */
export const actOf = (kind: AccountActKind, { id, ip, userAgent }: RequestOrigin): string =>
  JSON.stringify({ kind, requestId: id, address: ip, browser: browserOf(userAgent) });

export const browserOf = (userAgent: string): string =>
  userAgent.replaceAll('\0', '').slice(0, 400);

/** Records a failed sign-in of an account, or with an e-mail that may have none. */
export const recordFailedSignIn = (
  pool: pg.Pool,
  by: RequestOrigin,
  who: { readonly subject?: string; readonly email?: string },
) => pool.query('select tell($1, $2, $3)', [who.subject, actOf('sign_in_failed', by), who.email]);

const accountAct = {
  kind: kinds,
  email: z.string(),
  /** Null if there is no such account. */
  subject: z.string().nullable(),
  requestId: z.string(),
  address: z.string(),
  browser: z.string(),
  /** Milliseconds since the act. */
  agoMs: z.number(),
};
export type AccountAct = z.output<z.ZodObject<typeof accountAct>>;

/** See `Identity.drainActs`. */
export const drainActs = (tx: Pick<pg.ClientBase, 'query'>): Promise<AccountAct[]> =>
  rowsOf(
    tx,
    accountAct,
    `with taken as (
       delete from identity.act
       where id in (select id from identity.act order by id limit 100 for update skip locked)
       returning *
     )
     select kind, email, "userId"::text as subject, request_id as "requestId", address, browser,
       extract(epoch from clock_timestamp() - at)::float8 * 1000 as "agoMs"
     from taken order by id`,
  );
