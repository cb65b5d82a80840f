import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { generateRandomString } from 'better-auth/crypto';
import { z } from 'zod';

const challengeCookie = 'two_factor';
const challengeSeconds = 600;

/**
 * Lets better-auth open a session without a password, as its own ways of signing in do it, or ask for
 * the second factor instead. Reached by `auth.ts` alone: none of its routes are mounted.
 */
export const sessionOpener = {
  id: 'campus-session-opener',
  endpoints: {
    openSession: createAuthEndpoint(
      '/campus/open-session',
      {
        method: 'POST',
        body: z.object({ subject: z.string(), amr: z.array(z.string()) }),
      },
      async (ctx) => {
        const { internalAdapter, secret, createAuthCookie } = ctx.context;
        const { subject, amr } = ctx.body;
        const user = await internalAdapter.findUserById(subject);
        if (!user) throw new Error('The account was removed while its owner signed in.');
        const challenged =
          !amr.includes('mfa') &&
          (user as { twoFactorEnabled?: boolean }).twoFactorEnabled === true;
        if (challenged) {
          // As the twoFactor plugin does it after a password.
          const identifier = `2fa-${generateRandomString(20)}`;
          const expiresAt = new Date(Date.now() + challengeSeconds * 1000);
          const attempts = `2fa-attempts-${identifier}`;
          await internalAdapter.createVerificationValue({ value: user.id, identifier, expiresAt });
          await internalAdapter.createVerificationValue({
            value: '0',
            identifier: attempts,
            expiresAt,
          });
          const { name, attributes } = createAuthCookie(challengeCookie, {
            maxAge: challengeSeconds,
          });
          await ctx.setSignedCookie(name, identifier, secret, attributes);
        } else {
          const how = { amr: amr.join(' ') };
          const session = await internalAdapter.createSession(user.id, false, how);
          await setSessionCookie(ctx, { session, user });
        }
        return ctx.json({ challenged });
      },
    ),
    /** Whose second factor the cookie is asked for; null for none that lives. */
    challengedSubject: createAuthEndpoint(
      '/campus/challenged-subject',
      { method: 'GET' },
      async (ctx) => {
        const { name } = ctx.context.createAuthCookie(challengeCookie);
        const identifier = await ctx.getSignedCookie(name, ctx.context.secret);
        const found = identifier
          ? await ctx.context.internalAdapter.findVerificationValue(identifier)
          : null;
        const lives = found !== null && found.expiresAt > new Date();
        return ctx.json({ subject: lives ? found.value : null });
      },
    ),
  },
} satisfies BetterAuthPlugin;
