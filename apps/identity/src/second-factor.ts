import type pg from 'pg';
import { z } from 'zod';
import { actOf, recordFailedSignIn } from './acts.ts';
import type { Session } from './auth.ts';
import { inTransaction } from './database.ts';
import { digest } from './digest.ts';
import { type Endpoints, type IdentityRequest, readBody } from './endpoint.ts';
import { challengeOver, Refusal, wrongCode } from './errors.ts';
import { createKeyedLock } from './keyed-lock.ts';
import type { Parts } from './identity.ts';
import { freshFor, sweepSessions } from './sessions.ts';

const answer = z.strictObject({
  code: z.string('Please enter the code.').trim().min(1, 'Please enter the code.').max(40),
});

/** Endpoints of the authenticator app, whose code is asked for after the password. */
export const secondFactorEndpoints = (parts: Parts): Endpoints => {
  const { auth, pool, devices, onFactorChanged, clock } = parts;
  // One at a time per account: concurrent attempts would not see each other’s failures.
  const oneAtATime = createKeyedLock(
    1000,
    () =>
      new Refusal(
        'too_many_requests',
        'Too many codes at once. Please try again in a few seconds.',
        { retryAfterSeconds: 5 },
      ),
  );

  const fresh = async ({ cookie }: IdentityRequest): Promise<Session> => {
    const session = await auth.requireSession(cookie);
    if (clock.now() - session.authenticatedAt.getTime() <= freshFor) return session;
    throw new Refusal('confirmation_needed', 'Please confirm that it is you.');
  };

  /**
   * Records the attempt; returns false if this code of the account has been tried in the last two
   * minutes, correct or not.
   */
  const firstTry = async (subject: string, code: string): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `with swept as (
         delete from tried_code where "userId" = $1 and code <> $2
           and tried_at < now() - interval '2 minutes'
       )
       insert into tried_code as known ("userId", code) values ($1, $2)
       on conflict ("userId", code) do update set tried_at = now()
         where known.tried_at < now() - interval '2 minutes'`,
      [subject, digest(code)],
    );
    return rowCount === 1;
  };

  const stateOf = async (subject: string) => {
    const codes = await auth.recoveryCodes(subject);
    return { enabled: codes !== undefined, recoveryCodesLeft: codes?.length ?? 0 };
  };

  return {
    // The second step of a sign-in, in the browser of the first.
    'POST /sign-in/second-factor': async (request) => {
      const { code } = readBody(answer, request, 'a code');
      const { cookie } = request;
      const subject = await auth.challenged(cookie);
      if (subject === undefined) throw challengeOver();
      return oneAtATime(subject, 10, async () => {
        const digits = code.replaceAll(/\s/g, '');
        const isTotp = /^\d{6}$/.test(digits);
        // A code tried before is answered and counted like a wrong one.
        const totp = isTotp && (await firstTry(subject, digits)) ? digits : '';
        const answered = isTotp
          ? auth.answerChallenge(request, subject, 'totp', totp)
          : auth.answerChallenge(request, subject, 'recovery', recoveryCode(code));
        const setCookies = await answered.catch(async (error: unknown) => {
          if (error instanceof Refusal) await recordFailedSignIn(pool, request, { subject });
          throw error;
        });
        await sweepSessions(pool);
        const device = await devices.admit(subject, cookie);
        return { body: { status: 'signed_in' }, setCookies: [...setCookies, device] };
      });
    },

    'GET /second-factor': async ({ cookie }) => ({
      body: await stateOf((await auth.requireSession(cookie)).subject),
    }),

    // Has no effect until confirmed. `key` is for typing, `uri` for a QR code.
    'POST /second-factor/begin': async (request) => {
      const { subject, email } = await fresh(request);
      const secret = await auth.beginFactor(subject);
      if (secret === undefined) {
        throw new Refusal('conflict', 'An authenticator app is set up already. Turn it off first.');
      }
      const key = base32(secret);
      const label = encodeURIComponent(`Campus:${email}`);
      return { body: { key, uri: `otpauth://totp/${label}?secret=${key}&issuer=Campus` } };
    },

    'POST /second-factor/confirm': async (request) => {
      const { code } = readBody(answer, request, 'a code');
      const session = await fresh(request);
      const { subject } = session;
      return oneAtATime(subject, 10, async () => {
        const digits = code.replaceAll(/\s/g, '');
        if (!(await firstTry(subject, digits))) throw wrongCode();
        const setCookies = await auth.confirmFactor(request, session, digits, onFactorChanged);
        const recoveryCodes = (await auth.recoveryCodes(subject)) ?? [];
        return { body: { recoveryCodes }, setCookies };
      });
    },

    'POST /second-factor/recovery-codes': async (request) => {
      const { subject } = await fresh(request);
      if (!(await stateOf(subject)).enabled) {
        throw new Refusal('conflict', 'No authenticator app is set up.');
      }
      return { body: { recoveryCodes: await auth.renewRecoveryCodes(request, subject) } };
    },

    'POST /second-factor/turn-off': async (request) => {
      const { subject } = await fresh(request);
      await inTransaction(pool, async (client) => {
        await removeFactor(client, subject, actOf('factor_removed', request));
        await client.query(`update session set amr = 'pwd' where "userId" = $1`, [subject]);
        await onFactorChanged(client, subject);
      });
      return { body: await stateOf(subject) };
    },
  };
};

/** See `Identity.resetFactor`; leaves sessions as they are. `act`: to be recorded, if by the owner. */
export const removeFactor = async (
  db: Pick<pg.ClientBase, 'query'>,
  subject: string,
  act?: string,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `with gone as (delete from "twoFactor" where "userId"::text = $1), off as (
       update "user" set "twoFactorEnabled" = false, "updatedAt" = now()
       where id::text = $1 and "twoFactorEnabled" returning id
     )
     select tell(id, $2) from off`,
    [subject, act],
  );
  return rowCount === 1;
};

/** Formats a recovery code as it was shown, however it was typed. */
const recoveryCode = (typed: string): string => {
  const letters = typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
};

/** Base32 of RFC 4648 without padding, the form in which authenticator apps take a secret. */
const base32 = (text: string): string => {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => letters[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
};
