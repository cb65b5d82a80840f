import { AsyncLocalStorage } from 'node:async_hooks';
import { betterAuth } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { jwt, twoFactor } from 'better-auth/plugins';
import type pg from 'pg';
import { factorKeeper } from './factor-keeper.ts';
import { admission, admit } from './admission.ts';
import type { IdentityOptions } from './identity.ts';
import { sessionOpener } from './session-opener.ts';
import { storeSigningKey } from './signing-keys.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { endSessionsById } from './sessions.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * What this service asks of better-auth, which nothing outside this file knows. `setCookies` go to
 * the browser.
 */
export interface Auth {
  /** `undefined`: no such account, or not its password; both take the same time. */
  signIn(email: string, password: string): Promise<SignedIn | Challenged | undefined>;
  /**
   * Opens a session of an account whose owner was recognised in another way, by which methods; or,
   * where the account has a second factor and none is among them, asks for it.
   */
  openSession(
    subject: string,
    amr: readonly string[],
  ): Promise<{ challenged: boolean; setCookies: string[] }>;
  /** Whose second factor the cookie is asked for. */
  challenged(cookie: string): Promise<string | undefined>;
  /** Finishes a sign-in. `over`: the first step was too long ago, or too many codes were wrong. */
  answerChallenge(cookie: string, kind: 'totp' | 'recovery', code: string): Promise<CodeOutcome>;
  /** Its secret, which `confirmFactor` makes the account's second factor. */
  beginFactor(subject: string): Promise<string>;
  confirmFactor(cookie: string, code: string): Promise<Exclude<CodeOutcome, 'locked'>>;
  /** Those left; `undefined` without a second factor. */
  recoveryCodes(subject: string): Promise<string[] | undefined>;
  renewRecoveryCodes(subject: string): Promise<string[]>;
  /** An ID token for the session of the cookie; `undefined` without one that lives. */
  idToken(cookie: string): Promise<{ token: string; setCookies: string[] } | undefined>;
  /** The session of the cookie and whose it is; `undefined` without one that lives. */
  session(cookie: string): Promise<Session | undefined>;
  /** Ends the session of the cookie, if there is one. */
  signOut(cookie: string): Promise<{ setCookies: string[] }>;
  publicKeys(): Promise<{ keys: object[] }>;
  /** Makes sure that there is a signing key and that our secret opens it. */
  signingKeyOpens(): Promise<void>;
}

export interface Session {
  readonly id: string;
  readonly subject: string;
  readonly email: string;
  readonly authenticatedAt: Date;
}

/** The password was right, and a code is asked for: the cookies carry no session yet. */
export interface Challenged {
  readonly user: undefined;
  readonly setCookies: string[];
}

type CodeOutcome = 'wrong' | 'over' | 'locked' | { readonly setCookies: string[] };

export interface SignedIn {
  readonly user: { id: string; email: string; name: string; emailVerified: boolean };
  readonly setCookies: string[];
}

export type AuthOptions = Pick<
  IdentityOptions,
  'publicUrl' | 'secret' | 'issuer' | 'audience' | 'isActive' | 'onSessionsEnded' | 'log'
> & { readonly basePath: string };

// better-auth answers "no session" also when it could not read one; only its log tells the truth.
// So what it logs as an error while it works for a request is that request's failure.
const failures = new AsyncLocalStorage<unknown[]>();

/** Also what `migrations/` is compared with: better-auth derives its tables from these. */
export function authOptions(options: AuthOptions, pool: pg.Pool) {
  return {
    baseURL: options.publicUrl,
    basePath: options.basePath,
    secret: options.secret,
    database: pool,
    telemetry: { enabled: false },
    logger: {
      level: 'error' as const,
      log(_level: string, message: string, ...details: unknown[]) {
        const noted = failures.getStore();
        if (noted) noted.push(new Error(message, { cause: details[0] }));
        else options.log.error({ err: details[0] }, message);
      },
    },
    // Its routes are never mounted (mount.ts calls single endpoints), so its limiter and origin
    // check would not run.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: {
      expiresIn: 12 * hour,
      updateAge: 5 * minute,
      additionalFields: {
        amr: { type: 'string' as const, required: false, input: false },
        authenticatedAt: {
          type: 'date' as const,
          required: true,
          input: false,
          defaultValue: () => new Date(),
        },
      },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session: Record<string, unknown>, context?: { path?: string } | null) => ({
            data: { ...session, amr: methods.get(context?.path ?? '') ?? session['amr'] },
          }),
        },
      },
    },
    advanced: {
      cookiePrefix: 'campus',
      defaultCookieAttributes: { path: options.basePath },
      database: { generateId: 'uuid' as const },
      ipAddress: { disableIpTracking: true },
    },
    plugins: [
      sessionOpener,
      twoFactor({ accountLockout: { maxFailedAttempts: 10, durationSeconds: 15 * minute } }),
      factorKeeper,
      admission(options.isActive),
      jwt({
        // Else every look at a session would sign an ID token, for a header that nobody reads.
        disableSettingJwtHeader: true,
        jwks: {
          keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' },
          rotationInterval: 30 * day,
          gracePeriod: 7 * day,
        },
        jwt: {
          issuer: options.issuer,
          audience: options.audience,
          expirationTime: '15m',
          async definePayload({ user, session }) {
            await admit({ subject: user.id, email: user.email }, options.isActive);
            return {
              email: user.email,
              email_verified: user.emailVerified,
              name: user.name,
              sid: session.id,
              amr: String(session['amr'] ?? 'pwd')
                .split(' ')
                .filter(Boolean),
              auth_time: Math.floor(new Date(session['authenticatedAt']).getTime() / 1000),
              // `iat` counts whole seconds: too coarse to tell a token from before a sign-out from
              // one after it.
              issued_ms: Date.now(),
            };
          },
        },
        adapter: { createJwk: (key) => storeSigningKey(pool, key) },
      }),
    ],
  };
}

/** How somebody who comes by one of better-auth's ways has proved who they are (RFC 8176). */
const methods: ReadonlyMap<string, string> = new Map([
  ['/sign-in/email', 'pwd'],
  ['/two-factor/verify-totp', 'otp mfa'],
  ['/two-factor/verify-backup-code', 'otp mfa'],
]);

export function createAuth(options: AuthOptions, pool: pg.Pool): Auth {
  if (options.secret.length < 32) {
    throw new Error('The secret of the identity service needs at least 32 characters.');
  }
  const { api } = betterAuth(authOptions(options, pool));
  const withCookie = (cookie: string) =>
    ({ headers: new Headers({ cookie }), returnHeaders: true }) as const;

  async function session(cookie: string): Promise<Session | undefined> {
    const { response } = await heeding(() =>
      api.getSession({ ...withCookie(cookie), query: { disableRefresh: true } }),
    );
    return (
      (response && {
        id: response.session.id,
        subject: response.user.id,
        email: response.user.email,
        authenticatedAt: new Date(response.session['authenticatedAt']),
      }) ??
      undefined
    );
  }

  return {
    async signIn(email, password) {
      const done = await unlessUnauthorized(() =>
        api.signInEmail({ body: { email, password }, returnHeaders: true }),
      );
      if (!done) return undefined;
      // The browser's session, if it has one, lives on until the second step replaces it.
      if (!('user' in done.response))
        return { user: undefined, setCookies: done.headers.getSetCookie().filter(ofChallenge) };
      const { id, name, emailVerified } = done.response.user;
      return {
        user: { id, email: done.response.user.email, name, emailVerified },
        setCookies: done.headers.getSetCookie(),
      };
    },
    async openSession(subject, amr) {
      const body = { subject, amr: [...amr] };
      const done = await heeding(() => api.openSession({ body, returnHeaders: true }));
      return { challenged: done.response.challenged, setCookies: done.headers.getSetCookie() };
    },
    async challenged(cookie) {
      const { subject } = await heeding(() => api.challengedSubject(challengeOf(cookie)));
      return subject ?? undefined;
    },
    answerChallenge: (cookie, kind, code) =>
      codeOutcome(() => {
        const call = { ...challengeOf(cookie), body: { code }, returnHeaders: true } as const;
        return kind === 'totp' ? api.verifyTOTP(call) : api.verifyBackupCode(call);
      }),
    async beginFactor(subject) {
      return (await heeding(() => api.beginFactor({ body: { subject } }))).secret;
    },
    async confirmFactor(cookie, code) {
      const outcome = await codeOutcome(() =>
        api.verifyTOTP({ ...withCookie(cookie), body: { code } }),
      );
      return outcome === 'locked' ? 'wrong' : outcome;
    },
    async recoveryCodes(subject) {
      const { rowCount } = await pool.query(
        'select from "user" where id = $1 and "twoFactorEnabled"',
        [subject],
      );
      if (rowCount === 0) return undefined;
      return (await heeding(() => api.viewBackupCodes({ body: { userId: subject } }))).backupCodes;
    },
    async renewRecoveryCodes(subject) {
      return (await heeding(() => api.renewRecoveryCodes({ body: { subject } }))).codes;
    },
    async idToken(cookie) {
      const done = await unlessUnauthorized(() => api.getToken(withCookie(cookie)));
      return done && { token: done.response.token, setCookies: done.headers.getSetCookie() };
    },
    session,
    async signOut(cookie) {
      // better-auth's own sign-out says "signed out" also when it could not find or delete the
      // session.
      const found = await session(cookie);
      if (found) await endSessionsById(pool, [found.id], options.onSessionsEnded);
      const done = await heeding(() => api.signOut(withCookie(cookie)));
      return { setCookies: done.headers.getSetCookie() };
    },
    publicKeys: () => heeding(() => api.getJwks()),
    async signingKeyOpens() {
      await heeding(() => api.signJWT({ body: { payload: {} } }));
    },
  };
}

const ofChallenge = (cookie: string): boolean => /^(?:__Secure-)?campus\.two_factor=/.test(cookie);

/** Without the session of the browser: with it, better-auth would look at that person's code. */
const challengeOf = (cookie: string) => ({
  headers: new Headers({ cookie: cookie.split(/; */).filter(ofChallenge).join('; ') }),
});

/** What better-auth makes of a code, from its refusals. */
async function codeOutcome(call: () => Promise<{ headers: Headers }>): Promise<CodeOutcome> {
  try {
    return { setCookies: (await heeding(call)).headers.getSetCookie() };
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error;
    if (error.statusCode === 429) return 'locked';
    const { code } = error.body ?? {};
    return code === 'INVALID_CODE' || code === 'INVALID_BACKUP_CODE' ? 'wrong' : 'over';
  }
}

/**
 * Runs a call of better-auth and fails if it reported a failure to its log, whatever it answered.
 */
async function heeding<T>(call: () => Promise<T>): Promise<T> {
  const noted: unknown[] = [];
  const answer = await failures.run(noted, call).catch((error: unknown) => {
    throw noted[0] ?? error;
  });
  if (noted.length > 0) throw noted[0];
  return answer;
}

async function unlessUnauthorized<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await heeding(call);
  } catch (error) {
    if (isAPIError(error) && error.statusCode === 401) return undefined;
    throw error;
  }
}
