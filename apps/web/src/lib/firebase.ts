import type { refreshKey as sharedKey } from './session.ts';

/** Repeated here because this file imports nothing, so that pages can load it on its own. */
const refreshKey: typeof sharedKey = 'firebaseRefreshToken';

/** The ID token of a sign-in just made; saves requesting the first token. */
let signedIn: string | undefined;

const refuse = (status: number, error: string, message = ''): Response =>
  Response.json({ message, error }, { status });

/** The refusals of the built-in service, by prefix of Firebase's error code. */
const refusals: readonly (readonly [RegExp, number, string, string])[] = [
  [
    /^(INVALID_LOGIN_CREDENTIALS|EMAIL_NOT_FOUND|INVALID_PASSWORD|INVALID_EMAIL)/,
    401,
    'unauthenticated',
    'Invalid email or password',
  ],
  [
    /^USER_DISABLED/,
    403,
    'forbidden',
    'This account is deactivated. Please contact your administrator.',
  ],
  [/^TOO_MANY_ATTEMPTS/, 429, 'too_many_requests', 'Too many attempts. Please wait and try again.'],
  [/^EXPIRED_OOB_CODE/, 410, 'link_expired', 'This link has expired.'],
  [/^INVALID_OOB_CODE/, 410, 'link_unknown', 'This link is not valid.'],
  [
    /^(WEAK_PASSWORD|PASSWORD_DOES_NOT)/,
    422,
    'invalid',
    'This password is too easy to guess. Please choose a longer one.',
  ],
  [/^(TOKEN_EXPIRED|USER_NOT_FOUND|INVALID_REFRESH_TOKEN)/, 401, 'session_ended', ''],
];

const toRefusal = async (answer: Response): Promise<Response> => {
  const { error } = (await answer.json().catch(() => ({}))) as { error?: { message?: string } };
  const [, status = 503, code = 'unavailable', message] =
    refusals.find(([said]) => said.test(error?.message ?? '')) ?? [];
  return refuse(status, code, message);
};

/** @returns Firebase's reply, or the corresponding refusal */
const send = async <T>(address: string, body: object): Promise<T | Response> => {
  const form = body instanceof URLSearchParams;
  const answer = await fetch(address, {
    method: 'POST',
    headers: form ? {} : { 'content-type': 'application/json' },
    body: form ? body : JSON.stringify(body),
  });
  return answer.ok ? ((await answer.json()) as T) : toRefusal(answer);
};

interface Given {
  readonly email?: string;
  readonly password?: string;
  readonly token?: string;
  readonly newPassword?: string;
}

/**
 * Answers requests for the identity service through the public REST API of Firebase Authentication, so that
 * the rest of the application knows one interface. What Firebase does not offer is answered 404.
 * The refresh token is stored next to the session's keys: every tab renews with it, and signing out deletes
 * it.
 */
export const askFirebase = async (
  { key = '', accounts, tokens }: DOMStringMap,
  path: string,
  body: Given = {},
): Promise<Response> => {
  const { email, password, token: oobCode, newPassword } = body;
  const ask = <T>(method: string, asked: object) =>
    send<T>(`${accounts}/v1/accounts:${method}?key=${encodeURIComponent(key)}`, asked);

  switch (path) {
    case '/sign-in/email': {
      const credentials = { email, password, returnSecureToken: true };
      const given = await ask<Record<string, string>>('signInWithPassword', credentials);
      if (given instanceof Response) return given;
      const { idToken, refreshToken } = given;
      if (!idToken || !refreshToken)
        return refuse(403, 'forbidden', 'Campus cannot ask for the second factor of this account.');
      signedIn = idToken;
      localStorage.setItem(refreshKey, refreshToken);
      return Response.json({});
    }
    case '/token': {
      const token = signedIn;
      signedIn = undefined;
      if (token) return Response.json({ token });
      const refresh_token = localStorage.getItem(refreshKey);
      if (!refresh_token) return refuse(401, 'session_ended');
      const asked = new URLSearchParams({ grant_type: 'refresh_token', refresh_token });
      const given = await send<Record<string, string>>(
        `${tokens}/v1/token?key=${encodeURIComponent(key)}`,
        asked,
      );
      if (given instanceof Response) return given;
      localStorage.setItem(refreshKey, given['refresh_token'] ?? refresh_token);
      return Response.json({ token: given['id_token'] });
    }
    case '/request-password-reset': {
      const given = await ask('sendOobCode', { requestType: 'PASSWORD_RESET', email });
      // Does not reveal whether such an account exists.
      const unknown = given instanceof Response && given.status === 401;
      return given instanceof Response && !unknown ? given : Response.json({});
    }
    case '/password-link': {
      const given = await ask('resetPassword', { oobCode });
      if (!(given instanceof Response)) return Response.json({ state: 'open', rules });
      if (given.status !== 410) return given;
      const { error } = (await given.json()) as { error: string };
      return Response.json({ state: error.replace('link_', ''), rules });
    }
    case '/reset-password':
      return toReply(await ask<{ email: string }>('resetPassword', { oobCode, newPassword }));
    default:
      return refuse(404, 'not_found');
  }
};

const rules = ['At least 6 characters'];

const toReply = (given: object): Response =>
  given instanceof Response ? given : Response.json(given);
