import { isIPv4, isIPv6 } from 'node:net';
import type pg from 'pg';
import { z } from 'zod';
import { normalizeIP } from '@better-auth/core/utils/ip';
import { actOf, browserOf } from './acts.ts';
import type { Session } from './auth.ts';
import { rowOf, rowsOf } from './database.ts';
import { type Endpoints, type IdentityRequest, readBody } from './endpoint.ts';
import { Refusal } from './errors.ts';
import type { IdentityOptions, Parts } from './identity.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const sessionId = z.strictObject({
  id: z.string().regex(uuid, 'This is not the id of a session.'),
});

/** The sessions of the person who is signed in: shown, and ended with their ID tokens. */
export const sessionEndpoints = ({ auth, pool, onSessionsEnded }: Parts): Endpoints => {
  const signedIn = async ({ cookie }: IdentityRequest): Promise<Session> => {
    const session = await auth.session(cookie);
    if (!session)
      throw new Refusal('session_ended', 'Your session has ended. Please sign in again.');
    return session;
  };

  /** The one that asks is `here`; "last used" is exact to a few minutes. */
  const list = async ({ id, subject }: Session) => {
    const sessions = await rowsOf(
      pool,
      {
        id: z.string(),
        here: z.boolean(),
        userAgent: z.string(),
        network: z.string(),
        since: z.date(),
        lastUsed: z.date(),
      },
      `select id, id = $2 as here, coalesce("userAgent", '') as "userAgent",
         coalesce("ipAddress", '') as network, "createdAt" as since, "updatedAt" as "lastUsed"
       from session where "userId" = $1 and "expiresAt" > now()
       order by here desc, "updatedAt" desc, id limit 100`,
      [subject, id],
    );
    return { body: { sessions } };
  };

  /** Ends the account's other sessions, or the one of them that is named; answers those left. */
  const endOthers = async (request: IdentityRequest, session: Session, only: string | null) => {
    await endSessionsWhere(
      pool,
      '"userId" = $1 and id <> $2 and id = coalesce($3, id)',
      [session.subject, session.id, only],
      onSessionsEnded,
      { subject: session.subject, act: actOf('own_sessions_ended', request) },
    );
    return list(session);
  };

  return {
    'GET /sessions': async (request) => list(await signedIn(request)),
    'POST /end-session': async (request) => {
      const session = await signedIn(request);
      const { id } = readBody(sessionId, request, 'the id of a session');
      return endOthers(request, session, id);
    },
    'POST /end-other-sessions': async (request) =>
      endOthers(request, await signedIn(request), null),
  };
};

/**
 * Told of the cookies that a browser is given: ends the session that a new one takes the place of, or keeps
 * from where its session was renewed.
 */
export const noteSession = async (
  { pool, onSessionsEnded }: Parts,
  setCookies: readonly string[],
  { cookie, userAgent, ip }: Pick<IdentityRequest, 'cookie' | 'userAgent' | 'ip'>,
): Promise<void> => {
  const token = setCookies.map(tokenIn).find(Boolean);
  const before = tokenIn(cookie);
  if (token === undefined || before === undefined) return;
  if (before !== token) return endSessionsWhere(pool, 'token = $1', [before], onSessionsEnded);
  await pool.query('update session set "userAgent" = $2, "ipAddress" = $3 where token = $1', [
    token,
    browserOf(userAgent),
    networkOf(ip),
  ]);
};

/** The secret token of a session, in a header of cookies; its signature is left aside. */
const tokenIn = (cookies: string): string | undefined =>
  /(?:^|; *)(?:__Secure-)?campus\.session_token=([A-Za-z0-9]{32})\./.exec(cookies)?.[1];

/**
 * Ends sessions with the ID tokens they handed out. Those are refused first: interrupted in between, a
 * session is still there to be ended again.
 */
export const endSessionsWhere = async (
  pool: pg.Pool,
  condition: string,
  values: unknown[],
  onSessionsEnded: IdentityOptions['onSessionsEnded'],
  by?: { readonly subject: string; readonly act: string },
): Promise<void> => {
  const rows = await rowsOf(
    pool,
    { id: z.string() },
    `select id from session where ${condition}`,
    values,
  );
  if (rows.length === 0 && !by) return;
  const ids = rows.map(({ id }) => id);
  await onSessionsEnded(ids);
  await pool.query(
    `with ended as (delete from session where id = any($1::uuid[])) select tell($2, $3)`,
    [ids, by?.subject, by?.act],
  );
};

/** Ends every session of the account; a subject that is none of ours has no sessions. */
export const endSessions = async (pool: pg.Pool, subject: string): Promise<void> => {
  if (!uuid.test(subject)) return;
  await pool.query('delete from session where "userId" = $1', [subject]);
};

/** How many accounts have used a session within so many minutes; "last used" is exact to a few. */
export const peopleWithin = async (pool: pg.Pool, minutes: number): Promise<number> => {
  const row = await rowOf(
    pool,
    { people: z.int() },
    `select count(distinct "userId")::int as people from session
     where "updatedAt" > now() - make_interval(mins => $1)`,
    [minutes],
  );
  return row?.people ?? 0;
};

/**
 * Clears away a few sessions that have expired; called with every sign-in, it keeps pace with them.
 */
export const sweepSessions = (pool: pg.Pool) =>
  pool.query(
    `delete from session where id in (
       select id from session where "expiresAt" < now() limit 10 for update skip locked)`,
  );

/**
 * The network of an address, enough for its owner to know the place and no more: `203.0.113.x`, or what
 * an IPv6 subscriber has (`2001:db8:1:2::`). Empty for what is no address, and for
 * this machine itself.
 */
export const networkOf = (ip: string): string => {
  const address = normalizeIP(ip, { ipv6Subnet: 64 });
  if (isIPv4(address)) return address.startsWith('127.') ? '' : address.replace(/\d+$/, 'x');
  const network = isIPv6(address) && URL.parse(`http://[${address}]`)?.hostname.slice(1, -1);
  return network && network !== '::' ? network : '';
};
