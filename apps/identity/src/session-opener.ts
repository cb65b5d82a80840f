import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

/**
 * Lets better-auth open a session without a password, as its own ways of signing in do it. Reached by
 * `auth.ts` alone: none of its routes are mounted.
 */
export const sessionOpener = {
  id: 'campus-session-opener',
  endpoints: {
    openSession: createAuthEndpoint(
      '/campus/open-session',
      { method: 'POST', body: z.object({ subject: z.string() }) },
      async (context) => {
        const { internalAdapter } = context.context;
        const user = await internalAdapter.findUserById(context.body.subject);
        if (!user) throw new Error('The account was removed while its owner signed in.');
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(context, { session, user });
        return context.json({});
      },
    ),
  },
} satisfies BetterAuthPlugin;
