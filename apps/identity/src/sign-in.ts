import type pg from 'pg';
import type { Auth, Challenged, SignedIn } from './auth.ts';
import { z } from 'zod';
import { emailField, passwordField } from './credentials.ts';
import type { Devices } from './devices.ts';
import { Refusal } from './errors.ts';
import { readBody, type Sent } from './read-body.ts';
import { sweepSessions } from './sessions.ts';
import type { Throttle, Visitor } from './throttle.ts';

const credentials = z.strictObject({ email: emailField, password: passwordField });

export interface SignInRequest extends Sent {
  /** The caller's address as the HTTP server knows it. */
  readonly ip: string;
  readonly cookie: string | undefined;
  /** Whether the caller has hung up. */
  readonly gone: () => boolean;
}

export type SignIn = (request: SignInRequest) => Promise<SignedIn | Challenged>;

interface Parts {
  readonly auth: Auth;
  readonly pool: pg.Pool;
  readonly throttle: Throttle;
  readonly devices: Devices;
}

/** Who asks, as guesses are counted. */
export const visitorOf = (email: string, request: SignInRequest, devices: Devices): Visitor => ({
  email,
  ip: request.ip,
  device: devices.hashOf(request.cookie),
  gone: request.gone,
});

/**
 * Sign-in by e-mail and password: the same answer, in the same time, whether or not the e-mail has
 * an account.
 */
export function createSignIn({ auth, pool, throttle, devices }: Parts): SignIn {
  return async (request) => {
    const { email, password } = readBody(credentials, request, 'an email and a password');
    const signedIn = await throttle.ofVisitor(visitorOf(email, request, devices), () =>
      auth.signIn(email, password),
    );
    if (!signedIn) throw new Refusal('unauthenticated', 'Invalid email or password');
    await sweepSessions(pool);
    // Where a code is asked for, the device is not known before it was right.
    if (!signedIn.user) return signedIn;
    const device = await devices.admit(signedIn.user.id, request.cookie);
    return { ...signedIn, setCookies: [...signedIn.setCookies, device] };
  };
}
