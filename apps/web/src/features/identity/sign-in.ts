import type { ReplyOf, identity } from '@campus/contract';
import { apiBase, identityBase } from '../../lib/addresses.ts';
import { saveSession } from '../../lib/session.ts';

type LoginReply = ReplyOf<typeof identity.login>;

/** A refusal with the server's own sentence; without one the page says its own. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const reply = async <T>(request: Promise<Response>): Promise<T> => {
  const answer = await request;
  const body = (await answer.json().catch(() => ({}))) as T & { message?: string };
  if (!answer.ok) throw new SignInRefused(body.message ?? '');
  return body;
};

/**
 * Signs in at the identity service and at the campus, and stores the session.
 * @returns the address to go on to
 * @throws SignInRefused, or what fetch throws when nothing answers
 */
export const signIn = async (email: string, password: string, next: string): Promise<string> => {
  const identityAt = identityBase();
  const request = { ...json({ email, password }), credentials: 'include' } as const;
  await reply(fetch(`${identityAt}/sign-in/email`, request));
  const { token } = await reply<{ token: string }>(
    fetch(`${identityAt}/token`, { credentials: 'include' }),
  );
  const login = await reply<LoginReply>(fetch(`${apiBase()}/auth/login`, json({ idToken: token })));
  if (login.status !== 'success') throw new SignInRefused('');
  saveSession({ token, role: login.role, email: login.email, name: login.name });
  return onwards(login, next);
};

/** A page of their own area they came from, else where the server sends them, else the dashboard. */
const onwards = ({ role, redirectUrl }: LoginReply, next: string): string => {
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

/** Asks the identity service to mail a link. @throws when it did not accept the request */
export const requestPasswordReset = (email: string): Promise<unknown> =>
  reply(fetch(`${identityBase()}/request-password-reset`, json({ email })));
