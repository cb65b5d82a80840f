import { createHash } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import type { Auth, Session } from './auth.ts';
import type { Devices } from './devices.ts';
import { Refusal } from './errors.ts';
import type { IdentityOptions } from './identity.ts';
import { readBody, type Sent } from './read-body.ts';
import { sweepSessions } from './sessions.ts';
import { createTurns } from './turns.ts';

const answer = z.strictObject({
  code: z.string('Please enter the code.').trim().min(1, 'Please enter the code.').max(40),
});

/** How old a sign-in may be for what changes the ways in. */
const freshFor = 10 * 60_000;

export interface FactorState {
  readonly enabled: boolean;
  readonly recoveryCodesLeft: number;
}

/** The authenticator app of an account, asked for after its password. */
export interface SecondFactor {
  /** The second step of a sign-in, in the browser that took the first. */
  signIn(request: Sent, cookie: string): Promise<{ setCookies: string[] }>;
  state(cookie: string): Promise<FactorState>;
  /** Of no effect before `confirm`. `key` is for typing, `uri` for a QR code. */
  begin(cookie: string): Promise<{ key: string; uri: string }>;
  confirm(
    request: Sent,
    cookie: string,
  ): Promise<{ recoveryCodes: string[]; setCookies: string[] }>;
  renewRecoveryCodes(cookie: string): Promise<{ recoveryCodes: string[] }>;
  turnOff(cookie: string): Promise<FactorState>;
}

const tooMany = 'Too many codes at once. Please try again in a few seconds.';
const wrongCode = 'This code is not right. Please enter the one that the app shows now.';

interface Parts extends Pick<IdentityOptions, 'onFactorChanged'> {
  readonly auth: Auth;
  readonly pool: pg.Pool;
  readonly devices: Devices;
}

export function createSecondFactor({ auth, pool, devices, onFactorChanged }: Parts): SecondFactor {
  // One at a time for an account: those at the same moment would not know of each other's failure.
  const turns = createTurns(
    1000,
    () => new Refusal('too_many_requests', tooMany, { retryAfterSeconds: 5 }),
  );

  async function signedIn(cookie: string): Promise<Session> {
    const session = await auth.session(cookie);
    if (!session) throw new Refusal('unauthenticated', 'Please sign in to continue.');
    return session;
  }

  async function fresh(cookie: string): Promise<Session> {
    const session = await signedIn(cookie);
    if (Date.now() - session.authenticatedAt.getTime() <= freshFor) return session;
    throw new Refusal('confirmation_needed', 'Please confirm that it is you.');
  }

  /** False when this code of the account was tried a moment ago, rightly or not. */
  async function firstTry(subject: string, code: string): Promise<boolean> {
    const { rowCount } = await pool.query(
      `with swept as (
         delete from tried_code where "userId" = $1 and code <> $2
           and tried_at < now() - interval '2 minutes'
       )
       insert into tried_code as known ("userId", code) values ($1, $2)
       on conflict ("userId", code) do update set tried_at = now()
         where known.tried_at < now() - interval '2 minutes'`,
      [subject, createHash('sha256').update(code).digest('base64url')],
    );
    return rowCount === 1;
  }

  async function stateOf(subject: string): Promise<FactorState> {
    const codes = await auth.recoveryCodes(subject);
    return { enabled: codes !== undefined, recoveryCodesLeft: codes?.length ?? 0 };
  }

  return {
    async signIn(request, cookie) {
      const { code } = readBody(answer, request, 'a code');
      const subject = await auth.challenged(cookie);
      if (subject === undefined) throw over();
      return turns(subject, 10, async () => {
        const digits = code.replaceAll(/\s/g, '');
        const isTotp = /^\d{6}$/.test(digits);
        // A code that was tried already is answered, and counted, like any other wrong one.
        const given = !isTotp
          ? recoveryCode(code)
          : (await firstTry(subject, digits))
            ? digits
            : '';
        const outcome = await auth.answerChallenge(cookie, isTotp ? 'totp' : 'recovery', given);
        if (outcome === 'wrong') {
          throw new Refusal('invalid', wrongCode, {
            details: [{ field: 'code', message: wrongCode }],
          });
        }
        if (outcome === 'over') throw over();
        if (outcome === 'locked') {
          throw new Refusal(
            'too_many_requests',
            'Too many wrong codes. Please try again in 15 minutes.',
            { retryAfterSeconds: 15 * 60 },
          );
        }
        await sweepSessions(pool);
        const device = await devices.admit(subject, cookie);
        return { setCookies: [...outcome.setCookies, device] };
      });
    },

    async state(cookie) {
      return stateOf((await signedIn(cookie)).subject);
    },

    async begin(cookie) {
      const { subject, email } = await fresh(cookie);
      if ((await stateOf(subject)).enabled) {
        throw new Refusal('conflict', 'An authenticator app is set up already. Turn it off first.');
      }
      const key = base32(await auth.beginFactor(subject));
      const label = encodeURIComponent(`Campus:${email}`);
      return { key, uri: `otpauth://totp/${label}?secret=${key}&issuer=Campus` };
    },

    async confirm(request, cookie) {
      const { code } = readBody(answer, request, 'a code');
      const { subject } = await fresh(cookie);
      return turns(subject, 10, async () => {
        const digits = code.replaceAll(/\s/g, '');
        const outcome = (await firstTry(subject, digits))
          ? await auth.confirmFactor(cookie, digits)
          : 'wrong';
        if (outcome === 'over') {
          throw new Refusal('conflict', 'This set-up is no longer open. Please begin again.');
        }
        if (outcome === 'wrong') {
          throw new Refusal('invalid', wrongCode, {
            details: [{ field: 'code', message: wrongCode }],
          });
        }
        // What was signed in with the password alone is over.
        const session = await signedIn(outcome.setCookies.map(pairOf).join('; '));
        await pool.query('delete from session where "userId" = $1 and id <> $2', [
          subject,
          session.id,
        ]);
        await onFactorChanged(subject);
        return { ...outcome, recoveryCodes: (await auth.recoveryCodes(subject)) ?? [] };
      });
    },

    async renewRecoveryCodes(cookie) {
      const { subject } = await fresh(cookie);
      if (!(await stateOf(subject)).enabled) {
        throw new Refusal('conflict', 'No authenticator app is set up.');
      }
      return { recoveryCodes: await auth.renewRecoveryCodes(subject) };
    },

    async turnOff(cookie) {
      const { subject } = await fresh(cookie);
      await removeFactor(pool, subject);
      await pool.query(`update session set amr = 'pwd' where "userId" = $1`, [subject]);
      await onFactorChanged(subject);
      return stateOf(subject);
    },
  };
}

/** See `Identity.resetFactor`; sessions are left as they are. */
export async function removeFactor(pool: pg.Pool, subject: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with gone as (delete from "twoFactor" where "userId"::text = $1)
     update "user" set "twoFactorEnabled" = false, "updatedAt" = now()
     where id::text = $1 and "twoFactorEnabled"`,
    [subject],
  );
  return rowCount === 1;
}

const over = (): Refusal =>
  new Refusal(
    'challenge_over',
    'This sign-in has taken too long. Please enter your password again.',
  );

/** As it was shown, however it was typed. */
function recoveryCode(typed: string): string {
  const letters = typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

const pairOf = (setCookie: string): string => setCookie.split(';')[0] ?? '';

/** RFC 4648, without padding: what authenticator apps take a secret in. */
function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => letters[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}
