import type pg from 'pg';
import type { Auth, Challenged, SignedIn } from './auth.ts';
import { z } from 'zod';
import { emailField, passwordField } from './credentials.ts';
import { Refusal } from './errors.ts';
import { readBody, type Sent } from './read-body.ts';
import { sweepSessions } from './sessions.ts';
import { attemptOf, createThrottle, failedSignIns } from './throttle.ts';
import { createTurns } from './turns.ts';

const credentials = z.strictObject({ email: emailField, password: passwordField });

export interface SignInRequest extends Sent {
  /** The caller's address as the HTTP server knows it. */
  readonly ip: string;
}

export type SignIn = (request: SignInRequest) => Promise<SignedIn | Challenged>;

/**
 * Sign-in by e-mail and password: the same answer, in the same time, whether or not the e-mail has
 * an account.
 */
export function createSignIn(auth: Auth, pool: pg.Pool): SignIn {
  const throttle = createThrottle(pool, failedSignIns);
  // Hashing occupies Node's four worker threads; a few more keep the database busy meanwhile.
  const turns = createTurns(8);

  return async (request) => {
    const { email, password } = readBody(credentials, request, 'an email and a password');
    const attempt = attemptOf(email, request.ip);
    return turns(attempt.account, async () => {
      await throttle.begin(attempt);
      const signedIn = await auth.signIn(email, password);
      if (!signedIn) {
        await throttle.sweep();
        throw new Refusal('unauthenticated', 'Invalid email or password');
      }
      await throttle.succeeded(attempt);
      await sweepSessions(pool);
      return signedIn;
    });
  };
}
