import { z } from 'zod';
import { recordFailedSignIn } from './acts.ts';
import { emailField, type Endpoints, passwordField, readBody } from './endpoint.ts';
import { Refusal } from './errors.ts';
import type { Parts } from './identity.ts';
import { sessionEnded, sweepSessions } from './sessions.ts';

const credentials = z.strictObject({ email: emailField, password: passwordField });

/**
 * Signing in by e-mail and password, with the same reply, in the same time, whether or not the e-mail has
 * an account; issuing the ID tokens of a session; signing out.
 */
export const signInEndpoints = (parts: Parts): Endpoints => {
  const { auth, pool, throttle, devices } = parts;
  return {
    'POST /sign-in/email': async (request) => {
      const { email, password } = readBody(credentials, request, 'an email and a password');
      const failed = () => recordFailedSignIn(pool, request, { email });
      const signedIn = await throttle
        .checkSignIn(email, request, () => auth.signIn(request, email, password))
        .catch(async (error: unknown) => {
          // The password is right, but the campus does not admit its owner.
          if (error instanceof Refusal && error.code === 'forbidden') await failed();
          throw error;
        });
      if (!signedIn) {
        await failed();
        throw new Refusal('unauthenticated', 'Invalid email or password');
      }
      await sweepSessions(pool);
      const { user, setCookies } = signedIn;
      // If a code is required, the device becomes known only once it was correct.
      if (!user) return { body: { secondFactor: true }, setCookies };
      const device = await devices.admit(user.id, request.cookie);
      return { body: { user }, setCookies: [...setCookies, device] };
    },
    'GET /token': async ({ cookie }) => {
      const found = cookie === '' ? undefined : await auth.idToken(cookie);
      if (found) return { body: { token: found.token }, setCookies: found.setCookies };
      if (cookie.includes('campus.session_token=')) throw sessionEnded();
      throw new Refusal('unauthenticated', 'Please sign in to continue.');
    },
    'GET /jwks': async () => ({ body: await auth.publicKeys() }),
    'POST /sign-out': async ({ cookie }) => ({
      body: { status: 'signed_out' },
      // The campus, which revokes the ID tokens first, records the act.
      setCookies: await auth.signOut(cookie),
    }),
  };
};
