import type pg from 'pg';
import { z } from 'zod';
import type { Auth } from './auth.ts';
import { emailField, newPasswordField, passwordField, tokenField } from './credentials.ts';
import type { CheckQueue } from './check-queue.ts';
import type { Devices } from './devices.ts';
import { Refusal } from './errors.ts';
import type { IdentityOptions, PasswordOwner } from './identity.ts';
import type { FoundLink, LinkState, PasswordLinks } from './password-links.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { readBody } from './read-body.ts';
import { type SignInRequest, visitorOf } from './sign-in.ts';
import type { StoredPolicy } from './stored-policy.ts';
import type { Throttle } from './throttle.ts';

const resetRequest = z.strictObject({ email: emailField });
const linkQuestion = z.strictObject({ token: tokenField });
const reset = z.strictObject({ token: tokenField, newPassword: newPasswordField });
const change = z.strictObject({ currentPassword: passwordField, newPassword: newPasswordField });

interface Cookies {
  readonly setCookies: readonly string[];
}

/** The ways to a new password, each reading its request. */
export interface ChoosePassword {
  /** What a password needs, as hints: that of whoever is signed in, or anybody's. */
  rules(cookie: string): Promise<readonly string[]>;
  /** Answers alike, and after the same work, whether or not the e-mail has an account. */
  requestReset(request: SignInRequest): Promise<void>;
  /** What a link is worth, and what a password needs. */
  lookAtLink(
    request: SignInRequest,
  ): Promise<Omit<FoundLink, 'subject'> & { rules: readonly string[] }>;
  /** Answers the e-mail of the account, to which the browser is known from now on. */
  reset(request: SignInRequest): Promise<{ email: string } & Cookies>;
  /** For somebody who is signed in; their other sessions end. */
  change(request: SignInRequest): Promise<Cookies>;
  /** Makes the browser known to the account of a link. */
  admitDevice(request: SignInRequest): Promise<Cookies>;
}

interface Parts extends Pick<
  IdentityOptions,
  'onResetRequest' | 'onPasswordChosen' | 'passwordOwner'
> {
  readonly auth: Auth;
  readonly pool: pg.Pool;
  readonly links: PasswordLinks;
  readonly policy: StoredPolicy;
  readonly throttle: Throttle;
  readonly devices: Devices;
  readonly queue: CheckQueue;
}

const anybody: PasswordOwner = { minLength: 0, words: [] };

const closedLinks: Readonly<Record<Exclude<LinkState, 'open'>, string>> = {
  used: 'This link has been used already.',
  expired: 'This link has expired.',
  unknown: 'This link is not valid.',
};

export function createChoosePassword(parts: Parts): ChoosePassword {
  const { auth, pool, links, policy, throttle, devices, queue } = parts;
  const { onResetRequest, onPasswordChosen } = parts;

  const ownerOf = (subject: string | undefined) =>
    subject === undefined ? anybody : parts.passwordOwner(subject);
  const hash = (of: string, password: string): Promise<string> =>
    queue({ known: true, name: of }, () => hashPassword(password));

  async function refuseWeak(password: string, subject: string | undefined): Promise<void> {
    const problems = await policy.problems(password, await ownerOf(subject));
    if (problems.length === 0) return;
    throw new Refusal('invalid', problems.join(' '), {
      details: problems.map((message) => ({ field: 'newPassword', message })),
    });
  }

  function refuseClosed(state: LinkState, next = 'Please ask for a new one.'): void {
    if (state !== 'open') throw new Refusal(`link_${state}`, `${closedLinks[state]} ${next}`);
  }

  return {
    rules: async (cookie) => policy.hints(await ownerOf((await auth.session(cookie))?.subject)),

    async requestReset(request) {
      const { email } = readBody(resetRequest, request, 'an email');
      await onResetRequest(email, await throttle.ownReset(visitorOf(email, request, devices)));
    },

    async lookAtLink(request) {
      const { token } = readBody(linkQuestion, request, 'a token');
      const { subject, ...found } = await links.find(token);
      return { ...found, rules: await policy.hints(await ownerOf(subject)) };
    },

    async reset(request) {
      const { token, newPassword } = readBody(reset, request, 'a token and a password');
      const { state, subject } = await links.find(token);
      refuseClosed(state);
      await refuseWeak(newPassword, subject);
      const account = await links.use(token, await hash(token, newPassword));
      // Somebody was faster with the same link.
      if (!account) refuseClosed((await links.find(token)).state);
      if (!account) throw new Error('An open link could not be used.');
      await onPasswordChosen(account.subject, account.purpose);
      const device = await devices.admit(account.subject, request.cookie);
      return { email: account.email, setCookies: [device] };
    },

    async change(request) {
      const session = await auth.session(request.cookie ?? '');
      if (!session) throw new Refusal('unauthenticated', 'Please sign in to continue.');
      const { currentPassword, newPassword } = readBody(change, request, 'both passwords');
      const { rows } = await pool.query<{ password: string | null }>(
        `select password from account where "userId" = $1 and "providerId" = 'credential'`,
        [session.subject],
      );
      const stored = rows[0]?.password ?? undefined;
      const right =
        stored !== undefined &&
        (await throttle.ofSession(
          session.id,
          async () =>
            (await verifyPassword({ hash: stored, password: currentPassword })) || undefined,
        ));
      if (!right) {
        throw new Refusal('invalid', 'This is not your current password.', {
          details: [{ field: 'currentPassword', message: 'This is not your current password.' }],
        });
      }
      await refuseWeak(newPassword, session.subject);
      await pool.query(
        `with ended as (delete from session where "userId" = $1 and id <> $2)
         update account set password = $3, "updatedAt" = now()
         where "userId" = $1 and "providerId" = 'credential'`,
        [session.subject, session.id, await hash(session.id, newPassword)],
      );
      await onPasswordChosen(session.subject, 'change');
      return { setCookies: [await devices.admit(session.subject, request.cookie)] };
    },

    async admitDevice(request) {
      const { token } = readBody(linkQuestion, request, 'a token');
      const subject = await links.useForDevice(token);
      if (subject === undefined) {
        const { state } = await links.find(token, 'device');
        refuseClosed(state, 'Please sign in: a new one is mailed to you if it is needed.');
        throw new Error('An open link could not be used.');
      }
      return { setCookies: [await devices.admit(subject, request.cookie)] };
    },
  };
}
