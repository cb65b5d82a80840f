import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { generateRandomString, symmetricEncrypt } from 'better-auth/crypto';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import { Refusal } from './errors.ts';
import type { Account, Admission, IdentityOptions } from './identity.ts';

const challengeCookie = 'two_factor';
const challengeSeconds = 600;
const model = 'twoFactor';
const ofSubject = { method: 'POST', body: z.object({ subject: z.string() }) } as const;

const newRecoveryCodes = (): string[] =>
  Array.from({ length: 10 }, () => {
    const code = generateRandomString(10, 'a-z', '0-9');
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });

/** Throws if the owner of the account is deactivated on campus. */
export const requireActive = async (
  account: Account,
  admit: IdentityOptions['admit'],
): Promise<Admission> => {
  const admission = await admit(account);
  if (admission.active) return admission;
  throw new Refusal('forbidden', 'This account is deactivated. Please contact your administrator.');
};

/**
 * Endpoints for what better-auth does only after checking a password itself: here every password is
 * checked by signing in, and a session is fresh or not. Rows and cookies are those of the twoFactor
 * plugin. Called by `auth.ts` alone: none of the routes are mounted. Also asks the campus before any
 * session is opened.
 */
export const campusPlugin = ({
  admit,
  clock,
}: Pick<IdentityOptions, 'admit'> & { readonly clock: Clock }) =>
  ({
    id: 'campus',
    init: ({ internalAdapter }) => ({
      options: {
        databaseHooks: {
          session: {
            create: {
              async before({ userId }) {
                const user = await internalAdapter.findUserById(userId);
                if (user) await requireActive({ subject: user.id, email: user.email }, admit);
              },
            },
          },
        },
      },
    }),
    endpoints: {
      /** Opens a session without a password, or asks for the second factor first. */
      openSession: createAuthEndpoint(
        '/campus/open-session',
        { method: 'POST', body: z.object({ subject: z.string(), amr: z.array(z.string()) }) },
        async (ctx) => {
          const { internalAdapter, secret, createAuthCookie } = ctx.context;
          const { subject, amr } = ctx.body;
          const user = await internalAdapter.findUserById(subject);
          if (!user) throw new Error('The account was removed while its owner signed in.');
          const { twoFactorEnabled } = user as { twoFactorEnabled?: boolean };
          const challenged = twoFactorEnabled === true && !amr.includes('mfa');
          if (challenged) {
            const identifier = `2fa-${generateRandomString(20)}`;
            const expiresAt = new Date(clock.now() + challengeSeconds * 1000);
            const values = { [identifier]: user.id, [`2fa-attempts-${identifier}`]: '0' };
            for (const [key, value] of Object.entries(values))
              await internalAdapter.createVerificationValue({ identifier: key, value, expiresAt });
            const { name, attributes } = createAuthCookie(challengeCookie, {
              maxAge: challengeSeconds,
            });
            await ctx.setSignedCookie(name, identifier, secret, attributes);
          } else {
            const session = await internalAdapter.createSession(user.id, false, {
              amr: amr.join(' '),
            });
            await setSessionCookie(ctx, { session, user });
          }
          return ctx.json({ challenged });
        },
      ),
      /** Returns the account whose second factor the cookie waits for; null if it has expired or there is none. */
      challengedSubject: createAuthEndpoint(
        '/campus/challenged-subject',
        { method: 'GET' },
        async (ctx) => {
          const { name } = ctx.context.createAuthCookie(challengeCookie);
          const identifier = await ctx.getSignedCookie(name, ctx.context.secret);
          const found = identifier
            ? await ctx.context.internalAdapter.findVerificationValue(identifier)
            : null;
          const lives = found !== null && found.expiresAt.getTime() > clock.now();
          return ctx.json({ subject: lives ? found.value : null });
        },
      ),
      /** Creates a new secret, which has no effect until one of its codes is confirmed. */
      beginFactor: createAuthEndpoint(
        '/campus/begin-factor',
        ofSubject,
        async ({ body: { subject: userId }, context: { adapter, secretConfig: key }, json }) => {
          // 20 bytes are 160 bits, which is 32 letters to type.
          const secret = generateRandomString(20);
          const codes = JSON.stringify(newRecoveryCodes());
          await adapter.deleteMany({ model, where: [{ field: 'userId', value: userId }] });
          await adapter.create({
            model,
            data: {
              userId,
              secret: await symmetricEncrypt({ key, data: secret }),
              backupCodes: await symmetricEncrypt({ key, data: codes }),
              verified: false,
            },
          });
          return json({ secret });
        },
      ),
      /** New codes, both in the clear and encrypted as they are stored. */
      newRecoveryCodes: createAuthEndpoint(
        '/campus/new-recovery-codes',
        { method: 'POST' },
        async ({ context: { secretConfig: key }, json }) => {
          const codes = newRecoveryCodes();
          const encrypted = await symmetricEncrypt({ key, data: JSON.stringify(codes) });
          return json({ codes, encrypted });
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
