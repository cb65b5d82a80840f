import type pg from 'pg';
import { z } from 'zod';
import type { Auth, Session } from './auth.ts';
import { Refusal } from './errors.ts';
import type { IdentityOptions } from './identity.ts';
import { networkOf } from './network-of.ts';
import { readBody, type Sent } from './read-body.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const sessionId = z.strictObject({
  id: z.string().regex(uuid, 'This is not the id of a session.'),
});

/** A browser in which the person is signed in, as they are shown it. */
export interface ShownSession {
  readonly id: string;
  /** The one that asks. */
  readonly here: boolean;
  readonly userAgent: string;
  /** The network it was last used from; empty when it is not known. */
  readonly network: string;
  readonly since: Date;
  /** Exact to a few minutes. */
  readonly lastUsed: Date;
}

/** The browser that a request comes from. */
export interface Browser {
  readonly cookie: string | undefined;
  readonly userAgent: string | undefined;
  readonly ip: string;
}

/** The sessions of whoever is signed in. */
export interface Sessions {
  list(cookie: string): Promise<ShownSession[]>;
  /** Ends another one of theirs, with its ID tokens; answers those left. */
  end(request: Sent, cookie: string): Promise<ShownSession[]>;
  /** Ends all but this one. */
  endOthers(cookie: string): Promise<ShownSession[]>;
  /**
   * Told of the cookies that a browser is given: keeps what the session is shown by, and ends the one
   * that it had before.
   */
  given(setCookies: readonly string[], browser: Browser): Promise<void>;
}

interface Parts extends Pick<IdentityOptions, 'onSessionsEnded'> {
  readonly auth: Auth;
  readonly pool: pg.Pool;
}

export function createSessions({ auth, pool, onSessionsEnded }: Parts): Sessions {
  async function signedIn(cookie: string): Promise<Session> {
    const session = await auth.session(cookie);
    if (!session)
      throw new Refusal('session_ended', 'Your session has ended. Please sign in again.');
    return session;
  }

  async function listFor({ id, subject }: Session): Promise<ShownSession[]> {
    const { rows } = await pool.query<ShownSession>(
      `select id, id = $2 as here, coalesce("userAgent", '') as "userAgent",
         coalesce("ipAddress", '') as network, "createdAt" as since, "updatedAt" as "lastUsed"
       from session where "userId" = $1 and "expiresAt" > now()
       order by here desc, "updatedAt" desc, id limit 100`,
      [subject, id],
    );
    return rows;
  }

  /** Those of the account, but not the one that asks: all, or the one named. */
  async function endOthersOf({ id, subject }: Session, only: string | null): Promise<void> {
    const { rows } = await pool.query<{ id: string }>(
      'select id from session where "userId" = $1 and id <> $2 and id = coalesce($3, id)',
      [subject, id, only],
    );
    await endSessionsById(
      pool,
      rows.map((row) => row.id),
      onSessionsEnded,
    );
  }

  return {
    list: async (cookie) => listFor(await signedIn(cookie)),

    async end(request, cookie) {
      const session = await signedIn(cookie);
      const { id } = readBody(sessionId, request, 'the id of a session');
      await endOthersOf(session, id);
      return listFor(session);
    },

    async endOthers(cookie) {
      const session = await signedIn(cookie);
      await endOthersOf(session, null);
      return listFor(session);
    },

    async given(setCookies, { cookie = '', userAgent = '', ip }) {
      const token = setCookies.map(tokenIn).find(Boolean);
      if (token === undefined) return;
      await pool.query('update session set "userAgent" = $2, "ipAddress" = $3 where token = $1', [
        token,
        userAgent.replaceAll('\0', '').slice(0, 400),
        networkOf(ip),
      ]);
      const before = tokenIn(cookie);
      if (before === undefined || before === token) return;
      const { rows } = await pool.query<{ id: string }>('select id from session where token = $1', [
        before,
      ]);
      await endSessionsById(
        pool,
        rows.map((row) => row.id),
        onSessionsEnded,
      );
    },
  };
}

/** The secret token of a session, in a header of cookies; its signature is left aside. */
function tokenIn(cookies: string): string | undefined {
  return /(?:^|; *)(?:__Secure-)?campus\.session_token=([A-Za-z0-9]{32})\./.exec(cookies)?.[1];
}

/**
 * Ends sessions with the ID tokens they handed out. Those are refused first: interrupted in between, a
 * session is still there to be ended again.
 */
export async function endSessionsById(
  pool: pg.Pool,
  ids: readonly string[],
  onSessionsEnded: IdentityOptions['onSessionsEnded'],
): Promise<void> {
  if (ids.length === 0) return;
  await onSessionsEnded(ids);
  await pool.query('delete from session where id = any($1::uuid[])', [ids]);
}

/** Ends every session of the account; a subject that is none of ours has no sessions. */
export async function endSessions(pool: pg.Pool, subject: string): Promise<void> {
  if (!uuid.test(subject)) return;
  await pool.query('delete from session where "userId" = $1', [subject]);
}

/**
 * Clears away a few sessions that have expired; called with every sign-in, it keeps pace with them.
 */
export async function sweepSessions(pool: pg.Pool): Promise<void> {
  await pool.query(
    `delete from session where id in (
       select id from session where "expiresAt" < now() limit 10 for update skip locked)`,
  );
}
