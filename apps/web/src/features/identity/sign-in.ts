import type { ReplyOf, identity } from '@campus/contract';
import { apiBase } from '../../lib/base-urls.ts';
import { CallError } from '../../lib/call-error.ts';
import { askIdentity } from '../../lib/identity-client.ts';
import { saveSession } from '../../lib/session.ts';
import { fieldText, inputOf } from './entry-form.tsx';
import { errorMessage, type Message } from './message-box.tsx';
import { post, reply } from './post.ts';

type LoginReply = ReplyOf<typeof identity.login>;

/**
 * Exchanges the identity service's sign-in of this browser for a campus session, and stores it.
 * @returns the address to go on to
 * @throws CallError, or what fetch throws when nothing answers
 */
export const startSession = async (next: string): Promise<string> => {
  const { token } = await reply<{ token: string }>(askIdentity('/token'));
  const login = await post<LoginReply>(`${apiBase()}/auth/login`, { idToken: token });
  if (login.status !== 'success') throw new CallError(0, 'unknown', '');
  saveSession({ token, role: login.role, email: login.email, name: login.name });
  return destinationOf(login, next);
};

/**
 * The first step of a sign-in. Returns true when a code is needed.
 * @throws CallError
 */
export const sendPassword = async (email: string, password: string): Promise<boolean> => {
  const sent = askIdentity('/sign-in/email', { email, password });
  return (await reply<{ secondFactor?: true }>(sent)).secondFactor === true;
};

/**
 * The second step: a code of the authenticator app, or a recovery code.
 * @throws CallError
 */
export const sendCode = (code: string): Promise<unknown> =>
  reply(askIdentity('/sign-in/second-factor', { code }));

/** Signs in at the identity service and goes on as `startSession` does; null when a code is needed. */
export const signIn = async (
  email: string,
  password: string,
  next: string,
): Promise<string | null> => ((await sendPassword(email, password)) ? null : startSession(next));

/**
 * Makes this browser known to the account of a mailed link, so that it can sign in while somebody
 * is guessing the password elsewhere.
 * @throws CallError
 */
export const trustDevice = async (token: string): Promise<void> => {
  await reply(askIdentity('/device-link', { token }));
};

/** The page they came from if it is in their own area, else where the server sends them, else the dashboard. */
const destinationOf = ({ role, redirectUrl }: LoginReply, next: string): string => {
  const area = role.toLowerCase();
  const { origin } = window.location;
  if (URL.canParse(next, origin)) {
    const asked = new URL(next, origin);
    if (asked.origin === origin && asked.pathname.startsWith(`/${area}/`)) {
      return asked.pathname + asked.search + asked.hash;
    }
  }
  const sent = URL.canParse(redirectUrl, origin) ? new URL(redirectUrl, origin) : null;
  return redirectUrl && sent?.protocol.startsWith('http') ? sent.href : `/${area}/dashboard`;
};

/** Has the identity service mail a link to the e-mail in the form; returns the message to show. */
export const askForReset = async (): Promise<Message> => {
  const email = fieldText('email').trim();
  if (!email) {
    inputOf('email')?.focus();
    return errorMessage('Please enter your university email');
  }
  try {
    await reply(askIdentity('/request-password-reset', { email }));
    return { kind: 'success', text: 'Password reset email sent. Please check your inbox.' };
  } catch {
    return errorMessage('Failed to send reset email. Please try again later.');
  }
};
