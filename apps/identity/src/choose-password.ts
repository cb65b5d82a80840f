import type pg from 'pg';
import { z } from 'zod';
import type { Auth } from './auth.ts';
import { emailField, newPasswordField, passwordField, tokenField } from './credentials.ts';
import { Refusal } from './errors.ts';
import type { IdentityOptions } from './identity.ts';
import type { FoundLink, LinkState, PasswordLinks } from './password-links.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { readBody } from './read-body.ts';
import type { SignInRequest } from './sign-in.ts';
import type { StoredPolicy } from './stored-policy.ts';
import { attemptOf, createThrottle, failedSignIns, resetRequests } from './throttle.ts';

const resetRequest = z.strictObject({ email: emailField });
const linkQuestion = z.strictObject({ token: tokenField });
const reset = z.strictObject({ token: tokenField, newPassword: newPasswordField });
const change = z.strictObject({ currentPassword: passwordField, newPassword: newPasswordField });

/** The ways to a new password, each reading its request. */
export interface ChoosePassword {
  /** What a password needs, as hints. */
  rules(): Promise<readonly string[]>;
  /** Answers alike, and after the same work, whether or not the e-mail has an account. */
  requestReset(request: SignInRequest): Promise<void>;
  /** What a link is worth, and what a password needs. */
  lookAtLink(request: SignInRequest): Promise<FoundLink & { rules: readonly string[] }>;
  /** Answers the e-mail of the account. */
  reset(request: SignInRequest): Promise<{ email: string }>;
  /** For somebody who is signed in; their other sessions end. */
  change(request: SignInRequest, cookie: string): Promise<void>;
}

interface Parts extends Pick<IdentityOptions, 'onResetRequest' | 'onPasswordChosen'> {
  readonly auth: Auth;
  readonly pool: pg.Pool;
  readonly links: PasswordLinks;
  readonly policy: StoredPolicy;
}

const closedLinks: Readonly<Record<Exclude<LinkState, 'open'>, string>> = {
  used: 'This link has been used already. Please ask for a new one.',
  expired: 'This link has expired. Please ask for a new one.',
  unknown: 'This link is not valid. Please ask for a new one.',
};

export function createChoosePassword(parts: Parts): ChoosePassword {
  const { auth, pool, links, policy, onResetRequest, onPasswordChosen } = parts;
  const requests = createThrottle(pool, resetRequests);
  const failures = createThrottle(pool, failedSignIns);

  async function refuseWeak(password: string): Promise<void> {
    const problems = (await policy.rules()).problems(password);
    if (problems.length === 0) return;
    throw new Refusal('invalid', problems.join(' '), {
      details: problems.map((message) => ({ field: 'newPassword', message })),
    });
  }

  function refuseClosed(state: LinkState): void {
    if (state !== 'open') throw new Refusal(`link_${state}`, closedLinks[state]);
  }

  return {
    rules: async () => (await policy.rules()).hints,

    async requestReset(request) {
      const { email } = readBody(resetRequest, request, 'an email');
      await requests.begin(attemptOf(email, request.ip, resetRequests));
      await requests.sweep();
      await onResetRequest(email);
    },

    async lookAtLink(request) {
      const { token } = readBody(linkQuestion, request, 'a token');
      return { ...(await links.find(token)), rules: (await policy.rules()).hints };
    },

    async reset(request) {
      const { token, newPassword } = readBody(reset, request, 'a token and a password');
      refuseClosed((await links.find(token)).state);
      await refuseWeak(newPassword);
      const account = await links.use(token, await hashPassword(newPassword));
      // Somebody was faster with the same link.
      if (!account) refuseClosed((await links.find(token)).state);
      if (!account) throw new Error('An open link could not be used.');
      await onPasswordChosen(account.subject);
      return { email: account.email };
    },

    async change(request, cookie) {
      const session = await auth.session(cookie);
      if (!session) throw new Refusal('unauthenticated', 'Please sign in to continue.');
      const { currentPassword, newPassword } = readBody(change, request, 'both passwords');
      const attempt = attemptOf(session.email, request.ip);
      await failures.begin(attempt);
      const { rows } = await pool.query<{ password: string | null }>(
        `select password from account where "userId" = $1 and "providerId" = 'credential'`,
        [session.subject],
      );
      const hash = rows[0]?.password;
      if (!hash || !(await verifyPassword({ hash, password: currentPassword }))) {
        throw new Refusal('invalid', 'This is not your current password.', {
          details: [{ field: 'currentPassword', message: 'This is not your current password.' }],
        });
      }
      await failures.succeeded(attempt);
      await refuseWeak(newPassword);
      await pool.query(
        `with ended as (delete from session where "userId" = $1 and id <> $2)
         update account set password = $3, "updatedAt" = now()
         where "userId" = $1 and "providerId" = 'credential'`,
        [session.subject, session.id, await hashPassword(newPassword)],
      );
      await onPasswordChosen(session.subject);
    },
  };
}
