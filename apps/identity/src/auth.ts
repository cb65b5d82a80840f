import { betterAuth } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import type pg from 'pg';
import { z } from 'zod';
import { actOf, type RequestOrigin } from './acts.ts';
import { authOptions, type AuthOptions, failures, sessionOpening } from './auth-options.ts';
import { challengeOf, ofChallenge } from './cookies.ts';
import { inTransaction, rowOf } from './database.ts';
import type { IdentityRequest } from './endpoint.ts';
import { challengeOver, Refusal, tooManyCodes, wrongCode } from './errors.ts';
import type { IdentityOptions } from './identity.ts';
import { discardSession, endSessions, endSessionsWhere } from './sessions.ts';
import { requireSecret } from './signing-keys.ts';

export type Auth = ReturnType<typeof createAuth>;
export type Session = Awaited<ReturnType<Auth['requireSession']>>;

/**
 * Wraps what this service needs of better-auth, whose types and errors stay here and in `auth-options.ts`. `setCookies`
 * are for the browser.
 */
export const createAuth = (options: AuthOptions, pool: pg.Pool) => {
  if (options.secret.length < 32) {
    throw new Error('The secret of the identity service needs at least 32 characters.');
  }
  const { api } = betterAuth(authOptions(options, pool));
  const withCookie = (cookie: string) =>
    ({ headers: new Headers({ cookie }), returnHeaders: true }) as const;

  /** Returns the session of the cookie and its account; `undefined` if it has none or it has ended. */
  const session = async (cookie: string) => {
    const { response } = await failOnLoggedError(() =>
      api.getSession({ ...withCookie(cookie), ...unrenewed }),
    );
    if (!response) return undefined;
    return {
      id: response.session.id,
      subject: response.user.id,
      email: response.user.email,
      authenticatedAt: new Date(response.session['authenticatedAt']),
    };
  };

  const requireSession = async (cookie: string) => {
    const found = await session(cookie);
    if (!found) throw new Refusal('unauthenticated', 'Please sign in to continue.');
    return found;
  };

  /** Returns the hash of the account's password. With a lock, waits while it is being changed. */
  const passwordOf = async (email: string, lock: '' | 'for share of account' = '') => {
    const row = await rowOf(
      pool,
      { password: z.string().nullable() },
      `select password from account join "user" on "user".id = "userId"
       where email = $1 and "providerId" = 'credential' ${lock}`,
      [email],
    );
    return row?.password;
  };

  /** Waits while the second factor is being set up or turned off. */
  const hasFactor = async (
    subject: string,
    db: Pick<pg.ClientBase, 'query'> = pool,
  ): Promise<boolean> => {
    const row = await rowOf(
      db,
      { enabled: z.boolean().nullable() },
      'select "twoFactorEnabled" as enabled from "user" where id = $1 for share',
      [subject],
    );
    return row?.enabled === true;
  };

  return {
    hasFactor,
    /**
     * Returns `undefined` for an unknown account or a wrong password; both take the same time. Without a
     * user in the result a code is required: the cookies carry no session yet.
     */
    async signIn(by: RequestOrigin, email: string, password: string) {
      const before = await passwordOf(email);
      const done = await signingIn(by, () =>
        unlessUnauthorized(() =>
          api.signInEmail({ body: { email, password }, returnHeaders: true }),
        ),
      );
      if (!done) return undefined;
      const setCookies = done.headers.getSetCookie();
      // Whoever changed the password meanwhile has ended the sessions and challenges before this one.
      if ((await passwordOf(email, 'for share of account')) !== before) {
        await discardSession(pool, setCookies);
        return undefined;
      }
      // An existing session of the browser stays until the second step replaces it.
      if (!('user' in done.response)) return { setCookies: setCookies.filter(ofChallenge) };
      const { user } = done.response;
      // Whoever set up a second factor meanwhile has ended the sessions before this one.
      if (await hasFactor(user.id)) {
        await discardSession(pool, setCookies);
        return undefined;
      }
      const { id, name, emailVerified } = user;
      return { user: { id, email: user.email, name, emailVerified }, setCookies };
    },
    /**
     * Opens a session of an account whose owner was recognised in another way, by the methods in `amr`;
     * if the account has a second factor that is not among them, asks for it instead.
     */
    async openSession(by: RequestOrigin, subject: string, amr: string[], authenticatedAt: Date) {
      const call = { body: { subject, amr }, returnHeaders: true } as const;
      const done = await signingIn(
        by,
        () => failOnLoggedError(() => api.openSession(call)),
        authenticatedAt,
      );
      return { challenged: done.response.challenged, setCookies: done.headers.getSetCookie() };
    },
    /** Returns the account whose second factor this cookie waits for. */
    async challenged(cookie: string): Promise<string | undefined> {
      const { subject } = await failOnLoggedError(() => api.challengedSubject(challengeOf(cookie)));
      return subject ?? undefined;
    },
    /** Completes a sign-in with a code; returns the cookies of the session. */
    async answerChallenge(
      by: IdentityRequest,
      subject: string,
      kind: 'totp' | 'recovery',
      code: string,
    ) {
      const call = { ...challengeOf(by.cookie), body: { code }, returnHeaders: true } as const;
      const answer = () =>
        cookiesForCode(challengeOver(), tooManyCodes(), () =>
          kind === 'totp' ? api.verifyTOTP(call) : api.verifyBackupCode(call),
        );
      const answered = await signingIn(by, () =>
        inTransaction(pool, async (client) => {
          await holdLogins(client, subject);
          // A refusal is returned, not thrown: what it counted stays.
          return answer().catch((error: unknown) => {
            if (error instanceof Refusal) return error;
            throw error;
          });
        }),
      );
      if (answered instanceof Refusal) throw answered;
      return answered;
    },
    /**
     * Returns a new secret, which `confirmFactor` makes the second factor of the account; `undefined` if it
     * has one. Waits for a set-up that is being confirmed, whose secret it would replace.
     */
    beginFactor: (subject: string): Promise<string | undefined> =>
      inTransaction(pool, async (client) => {
        await client.query('select from account where "userId" = $1 for no key update', [subject]);
        if (await hasFactor(subject, client)) return undefined;
        return (await failOnLoggedError(() => api.beginFactor({ body: { subject } }))).secret;
      }),
    /**
     * Stores factor, new session and act together or not at all, with what `changed` does. The new session is no
     * fresher than the current one, and replaces all others, which were opened with the password alone.
     */
    confirmFactor: (
      { id, ip, userAgent, cookie }: IdentityRequest,
      { subject, authenticatedAt }: { readonly subject: string; readonly authenticatedAt: Date },
      code: string,
      changed: IdentityOptions['onFactorChanged'],
    ) =>
      sessionOpening.run({ id, ip, userAgent, kind: 'factor_added', authenticatedAt }, () =>
        inTransaction(pool, async (client) => {
          await holdLogins(client, subject);
          const setCookies = await cookiesForCode(
            new Refusal('conflict', 'This set-up is no longer open. Please begin again.'),
            wrongCode(),
            // Otherwise a session of more than five minutes would be renewed first, and its cookie set as well.
            () => api.verifyTOTP({ ...withCookie(cookie), ...unrenewed, body: { code } }),
          );
          const given = setCookies.map((one) => one.split(';')[0]).join('; ');
          await endSessions(client, subject, (await requireSession(given)).id);
          await changed(client, subject);
          return setCookies;
        }),
      ),
    /** The unused codes; `undefined` without a second factor. */
    async recoveryCodes(subject: string): Promise<string[] | undefined> {
      if (!(await hasFactor(subject))) return undefined;
      return (await failOnLoggedError(() => api.viewBackupCodes({ body: { userId: subject } })))
        .backupCodes;
    },
    async renewRecoveryCodes(by: RequestOrigin, subject: string): Promise<string[]> {
      const { codes, encrypted } = await failOnLoggedError(() => api.newRecoveryCodes());
      await pool.query(
        `with renewed as (
           update "twoFactor" set "backupCodes" = $2 where "userId" = $1 returning "userId"
         )
         select tell("userId", $3) from renewed`,
        [subject, encrypted, actOf('recovery_codes_renewed', by)],
      );
      return codes;
    },
    /** Returns an ID token for the session of the cookie; `undefined` if it has none or it has ended. */
    async idToken(cookie: string) {
      const done = await unlessUnauthorized(() => api.getToken(withCookie(cookie)));
      return done && { token: done.response.token, setCookies: done.headers.getSetCookie() };
    },
    session,
    requireSession,
    /** Ends the session of the cookie, if there is one; returns the cookies that clear it. */
    async signOut(cookie: string): Promise<string[]> {
      // better-auth’s own sign-out also reports success if it could not find or delete the session.
      const found = await session(cookie);
      if (found) await endSessionsWhere(pool, 'id = $1', [found.id], options.onSessionsEnded);
      const { headers } = await failOnLoggedError(() => api.signOut(withCookie(cookie)));
      return headers.getSetCookie();
    },
    publicKeys: () => failOnLoggedError(() => api.getJwks()),
    /** Throws unless there is a signing key that our secret decrypts. */
    async signingKeyOpens(): Promise<void> {
      // First: an expired key would be replaced by one of another secret.
      await requireSecret(pool, options.secret);
      await failOnLoggedError(() => api.signJWT({ body: { payload: {} } }));
    },
  };
};

const unrenewed = { query: { disableRefresh: true } } as const;

/**
 * Makes whoever changes how the account is opened wait for this transaction: the session or challenge it
 * read has not been ended, and the session it opens is among those that are then ended.
 */
const holdLogins = (client: pg.ClientBase, subject: string) =>
  client.query('select from account where "userId" = $1 for share', [subject]);

const signingIn = <T>(
  { id, ip, userAgent }: RequestOrigin,
  call: () => Promise<T>,
  authenticatedAt?: Date,
): Promise<T> =>
  sessionOpening.run({ id, ip, userAgent, kind: 'signed_in', authenticatedAt }, call);

/** Returns the cookies set for a correct code; otherwise translates better-auth’s error into a refusal. */
const cookiesForCode = async (
  over: Refusal,
  locked: Refusal,
  call: () => Promise<{ headers: Headers }>,
): Promise<string[]> => {
  try {
    return (await failOnLoggedError(call)).headers.getSetCookie();
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error;
    if (error.statusCode === 429) throw locked;
    const { code } = error.body ?? {};
    throw code === 'INVALID_CODE' || code === 'INVALID_BACKUP_CODE' ? wrongCode() : over;
  }
};

/** Calls better-auth and fails if it logged an error, whatever it returned. */
const failOnLoggedError = async <T>(call: () => Promise<T>): Promise<T> => {
  const logged: unknown[] = [];
  const answer = await failures.run(logged, call).catch((error: unknown) => {
    throw logged[0] ?? error;
  });
  if (logged.length > 0) throw logged[0];
  return answer;
};

const unlessUnauthorized = async <T>(call: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await failOnLoggedError(call);
  } catch (error) {
    if (isAPIError(error) && error.statusCode === 401) return undefined;
    throw error;
  }
};
