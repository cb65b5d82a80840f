import { AsyncLocalStorage } from 'node:async_hooks';
import { jwt, twoFactor } from 'better-auth/plugins';
import type pg from 'pg';
import { type AccountActKind, actOf, browserOf, type RequestOrigin } from './acts.ts';
import { campusPlugin, requireActive } from './auth-plugin.ts';
import type { Clock } from './clock.ts';
import { poolInTransactions } from './database.ts';
import { basePath, type IdentityOptions } from './identity.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { networkOf, requireOpen } from './sessions.ts';
import { storeSigningKey } from './signing-keys.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

export type AuthOptions = Pick<
  IdentityOptions,
  'publicUrl' | 'secret' | 'issuer' | 'audience' | 'admit' | 'onSessionsEnded' | 'log'
> & { readonly clock: Clock };

// better-auth also reports "no session" if it could not read one; only its log tells the two apart. So an
// error it logs while handling a request makes that request fail.
export const failures = new AsyncLocalStorage<unknown[]>();

/** The visitor who opens a session by the current call, the act to record, and when they signed in, if not now. */
export const sessionOpening = new AsyncLocalStorage<
  RequestOrigin & { readonly kind: AccountActKind; readonly authenticatedAt?: Date | undefined }
>();

/** Tests compare `migrations/` with these options, from which better-auth derives its tables. */
export const authOptions = (options: AuthOptions, pool: pg.Pool) => ({
  baseURL: options.publicUrl,
  basePath,
  secret: options.secret,
  database: poolInTransactions(pool),
  telemetry: { enabled: false },
  logger: {
    level: 'error' as const,
    log(_level: string, message: string, ...details: unknown[]) {
      const logged = failures.getStore();
      if (logged) logged.push(new Error(message, { cause: details[0] }));
      else options.log.error({ err: details[0] }, message);
    },
  },
  // Its routes are never mounted (mount.ts calls single endpoints), so its rate limiter and origin check
  // would not run.
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
        // Preferred to what `createSession` is given, as of the session that the new one replaces.
        defaultValue: () =>
          sessionOpening.getStore()?.authenticatedAt ?? new Date(options.clock.now()),
      },
      /** A trigger records it as an act and clears it. */
      act: { type: 'string' as const, required: false, input: false },
    },
  },
  databaseHooks: {
    session: {
      create: {
        async before(session: Record<string, unknown>, context?: { path?: string } | null) {
          const amr = methods.get(context?.path ?? '') ?? session['amr'];
          const by = sessionOpening.getStore();
          if (!by) throw new Error('A session was opened of which nothing can be told.');
          const [act, userAgent] = [actOf(by.kind, by), browserOf(by.userAgent)];
          return { data: { ...session, amr, act, userAgent, ipAddress: networkOf(by.ip) } };
        },
      },
    },
  },
  advanced: {
    cookiePrefix: 'campus',
    defaultCookieAttributes: { path: basePath },
    database: { generateId: 'uuid' as const },
    ipAddress: { disableIpTracking: true },
  },
  plugins: [
    twoFactor({ accountLockout: { maxFailedAttempts: 10, durationSeconds: 15 * minute } }),
    campusPlugin(options),
    jwt({
      // Otherwise each read of a session would sign an ID token for a header that nobody reads.
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
          const account = { subject: user.id, email: user.email };
          const { issuedAt } = await requireActive(account, options.admit);
          const amr = await requireOpen(pool, session.id);
          return {
            // better-auth derives `exp` from it.
            iat: Math.floor(options.clock.now() / 1000),
            email: user.email,
            email_verified: user.emailVerified,
            name: user.name,
            sid: session.id,
            amr: amr.split(' ').filter(Boolean),
            auth_time: Math.floor(new Date(session['authenticatedAt']).getTime() / 1000),
            // `iat` counts whole seconds: too coarse to tell a token issued before a sign-out from one
            // issued after it.
            issued_ms: issuedAt,
          };
        },
      },
      adapter: { createJwk: (key) => storeSigningKey(pool, key) },
    }),
  ],
});

/** The authentication methods (RFC 8176) proven by each of better-auth’s ways of signing in. */
const methods: ReadonlyMap<string, string> = new Map([
  ['/sign-in/email', 'pwd'],
  ['/two-factor/verify-totp', 'otp mfa'],
  ['/two-factor/verify-backup-code', 'otp mfa'],
]);
