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

/** The longest time since sign-in for changes to how one signs in, in milliseconds. */
export const freshFor = 10 * 60_000;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const sessionId = z.strictObject({
  id: z.string().regex(uuid, 'This is not the id of a session.'),
});

export const sessionEnded = (): Refusal =>
  new Refusal('session_ended', 'Your session has ended. Please sign in again.');

/**
 * Returns how the session was opened; throws if it has ended since it was read, or is being ended. Asked once an ID
 * token is dated: whoever ends sessions, or turns off a factor, refuses earlier tokens only after that.
 */
export const requireOpen = async (pool: pg.Pool, id: string): Promise<string> => {
  const row = await rowOf(
    pool,
    { amr: z.string().nullable() },
    'select amr from session where id = $1 for share',
    [id],
  );
  if (!row) throw sessionEnded();
  return row.amr ?? 'pwd';
};

/** Endpoints by which people list and end their own sessions; ending one revokes its ID tokens. */
export const sessionEndpoints = ({ auth, pool, onSessionsEnded }: Parts): Endpoints => {
  const signedIn = async ({ cookie }: IdentityRequest): Promise<Session> => {
    const session = await auth.session(cookie);
    if (!session) throw sessionEnded();
    return session;
  };

  /** `here` marks the calling session; `lastUsed` is exact to a few minutes. */
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

  /** Ends the account’s other sessions, or only the named one; returns those left. */
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
 * Inspects the cookies set in a reply: ends the session that a new one replaces, or records where an
 * existing session was renewed from.
 */
export const recordSessionChange = async (
  { pool, onSessionsEnded }: Parts,
  setCookies: readonly string[],
  { cookie, userAgent, ip }: Pick<IdentityRequest, 'cookie' | 'userAgent' | 'ip'>,
): Promise<void> => {
  const token = setCookies.map(sessionTokenOf).find(Boolean);
  const before = sessionTokenOf(cookie);
  if (token === undefined || before === undefined) return;
  if (before !== token) return endSessionsWhere(pool, 'token = $1', [before], onSessionsEnded);
  await pool.query('update session set "userAgent" = $2, "ipAddress" = $3 where token = $1', [
    token,
    browserOf(userAgent),
    networkOf(ip),
  ]);
};

/** The secret token of a session in a cookie header, without its signature. */
const sessionTokenOf = (cookies: string): string | undefined =>
  /(?:^|; *)(?:__Secure-)?campus\.session_token=([A-Za-z0-9]{32})\./.exec(cookies)?.[1];

/**
 * Ends sessions and the ID tokens issued for them. The tokens are revoked first: if interrupted in
 * between, the session still exists and can be ended again.
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

/**
 * Ends every session of the account, except the one named, and every sign-in that waits for its code; a
 * subject not issued by this service has none. After a change of how the account is opened: in the same
 * transaction, but a statement of its own, which sees the sessions that the change had to wait for.
 */
export const endSessions = async (
  db: Pick<pg.ClientBase, 'query'>,
  subject: string,
  except?: string,
): Promise<void> => {
  if (!uuid.test(subject)) return;
  await db.query(
    `with challenges as (delete from verification where identifier like '2fa-%' and value = $1)
     delete from session where "userId" = $1::uuid and id is distinct from $2`,
    [subject, except],
  );
};

/** Deletes the session just opened whose cookies nobody is given. */
export const discardSession = (pool: pg.Pool, setCookies: readonly string[]) =>
  pool.query('delete from session where token = $1', [
    setCookies.map(sessionTokenOf).find(Boolean),
  ]);

/** Returns how many accounts have used a session within `minutes`; last use is exact to a few minutes. */
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

/** Deletes a few expired sessions; called at every sign-in, it keeps up with new ones. */
export const sweepSessions = (pool: pg.Pool) =>
  pool.query(
    `delete from session where id in (
       select id from session where "expiresAt" < now() limit 10 for update skip locked)`,
  );

/**
 * Returns the network of an address, just enough for its owner to recognise the place: `203.0.113.x`, or
 * the prefix of an IPv6 subscriber (`2001:db8:1:2::`). Empty for anything that is not an address, and for
 * this machine.
 */
export const networkOf = (ip: string): string => {
  const address = normalizeIP(ip, { ipv6Subnet: 64 });
  if (isIPv4(address)) return address.startsWith('127.') ? '' : address.replace(/\d+$/, 'x');
  const network = isIPv6(address) && URL.parse(`http://[${address}]`)?.hostname.slice(1, -1);
  return network && network !== '::' ? network : '';
};
