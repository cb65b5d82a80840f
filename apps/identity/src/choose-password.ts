import { z } from 'zod';
import { actOf } from './acts.ts';
import { inTransaction, rowOf } from './database.ts';
import {
  emailField,
  type Endpoints,
  newPasswordField,
  passwordField,
  readBody,
  tokenField,
} from './endpoint.ts';
import { Refusal } from './errors.ts';
import type { Parts } from './identity.ts';
import type { LinkState } from './password-links.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';

const resetRequest = z.strictObject({ email: emailField });
const linkQuestion = z.strictObject({ token: tokenField });
const reset = z.strictObject({ token: tokenField, newPassword: newPasswordField });
const change = z.strictObject({ currentPassword: passwordField, newPassword: newPasswordField });

const closedLinks: Readonly<Record<Exclude<LinkState, 'open'>, string>> = {
  used: 'This link has been used already.',
  expired: 'This link has expired.',
  unknown: 'This link is not valid.',
};

const notCurrent = (): Refusal => {
  const message = 'This is not your current password.';
  return new Refusal('invalid', message, { details: [{ field: 'currentPassword', message }] });
};

/** The endpoints by which people choose a new password. */
export const choosePasswordEndpoints = (parts: Parts): Endpoints => {
  const { auth, pool, links, policy, throttle, devices, queue, passwordOwner } = parts;

  const hash = (of: string, password: string): Promise<string> =>
    queue({ known: true, name: of }, () => hashPassword(password));

  const refuseWeak = async (password: string, subject: string | undefined): Promise<void> => {
    const problems = await policy.problems(password, await passwordOwner(subject));
    if (problems.length === 0) return;
    throw new Refusal('invalid', problems.join(' '), {
      details: problems.map((message) => ({ field: 'newPassword', message })),
    });
  };

  const requireOpenLink = (state: LinkState, next = 'Please ask for a new one.'): void => {
    if (state !== 'open') throw new Refusal(`link_${state}`, `${closedLinks[state]} ${next}`);
  };

  return {
    // The hints for the person who is signed in, or for anyone.
    'GET /password-rules': async ({ cookie }) => ({
      body: { rules: policy.hints(await passwordOwner((await auth.session(cookie))?.subject)) },
    }),

    // Replies the same, after the same work, whether or not the e-mail has an account.
    'POST /request-password-reset': async (request) => {
      const { email } = readBody(resetRequest, request, 'an email');
      await parts.onResetRequest(email, await throttle.ownReset(email, request));
      return { body: { status: 'accepted' } };
    },

    'POST /password-link': async (request) => {
      const { token } = readBody(linkQuestion, request, 'a token');
      const { subject, ...found } = await links.find(token);
      return { body: { ...found, rules: policy.hints(await passwordOwner(subject)) } };
    },

    'POST /reset-password': async (request) => {
      const { token, newPassword } = readBody(reset, request, 'a token and a password');
      const { state, subject } = await links.find(token);
      requireOpenLink(state);
      await refuseWeak(newPassword, subject);
      const account = await links.use(token, await hash(token, newPassword), request);
      // Another request was faster with the same link.
      if (!account) requireOpenLink((await links.find(token)).state);
      if (!account) throw new Error('An open link could not be used.');
      const device = await devices.admit(account.subject, request.cookie);
      return { body: { status: 'password_set', email: account.email }, setCookies: [device] };
    },

    // Ends the person’s other sessions.
    'POST /change-password': async (request) => {
      const session = await auth.requireSession(request.cookie);
      const { currentPassword, newPassword } = readBody(change, request, 'both passwords');
      const account = await rowOf(
        pool,
        { password: z.string().nullable() },
        `select password from account where "userId" = $1 and "providerId" = 'credential'`,
        [session.subject],
      );
      const stored = account?.password ?? undefined;
      const right =
        stored !== undefined &&
        (await throttle.checkPassword(
          session.id,
          async () =>
            (await verifyPassword({ hash: stored, password: currentPassword })) || undefined,
        ));
      if (!right) throw notCurrent();
      await refuseWeak(newPassword, session.subject);
      const newHash = await hash(session.id, newPassword);
      const changed = await inTransaction(pool, async (client) => {
        // Unless the password has been changed, or the session ended, since they were checked.
        const { rowCount } = await client.query(
          `with changed as (
             update account set password = $3, "updatedAt" = now()
             where "userId" = $1 and "providerId" = 'credential' and password = $4
               and exists (select from session where id = $2)
             returning "userId"
           )
           select tell("userId", $5) from changed`,
          [session.subject, session.id, newHash, stored, actOf('password_changed', request)],
        );
        if (rowCount !== 1) return false;
        await endSessions(client, session.subject, session.id);
        await parts.onPasswordChosen(client, session.subject, 'change');
        return true;
      });
      if (!changed) {
        await auth.requireSession(request.cookie);
        throw notCurrent();
      }
      const device = await devices.admit(session.subject, request.cookie);
      return { body: { status: 'password_set' }, setCookies: [device] };
    },

    // Makes the browser a known device of the link’s account.
    'POST /device-link': async (request) => {
      const { token } = readBody(linkQuestion, request, 'a token');
      const subject = await links.useForDevice(token, request);
      if (subject === undefined) {
        const { state } = await links.find(token, 'device');
        requireOpenLink(state, 'Please sign in: a new one is mailed to you if it is needed.');
        throw new Error('An open link could not be used.');
      }
      const device = await devices.admit(subject, request.cookie);
      return { body: { status: 'device_known' }, setCookies: [device] };
    },
  };
};
