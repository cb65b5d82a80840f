import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askFirebase } from './firebase.ts';
import { clearSession } from './session.ts';

const at = { key: 'a key', accounts: 'https://accounts.test', tokens: 'https://tokens.test' };
const credentials = { email: 'ada@example.edu', password: 'correct horse' };
let asked: { address: string; body: string }[];
let answers: [number, object][];

beforeEach(() => {
  asked = [];
  answers = [];
  vi.stubGlobal('fetch', async (address: string, init: { body: string | URLSearchParams }) => {
    asked.push({ address, body: init.body.toString() });
    const [status, body] = answers.shift() ?? [200, {}];
    return Response.json(body, { status });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const ask = async (path: string, body?: object) => {
  const answer = await askFirebase(at, path, body);
  return { status: answer.status, body: (await answer.json()) as unknown };
};
const says = (message: string): void => void answers.push([400, { error: { message } }]);

describe('signing in at Firebase', () => {
  it('gives the first token, then others from the refresh token, which is deleted with the session', async () => {
    answers.push([200, { idToken: 'first', refreshToken: 'one' }]);
    expect((await ask('/sign-in/email', credentials)).status).toBe(200);
    expect((await ask('/token')).body).toEqual({ token: 'first' });
    answers.push([200, { id_token: 'second', refresh_token: 'two' }]);
    expect((await ask('/token')).body).toEqual({ token: 'second' });
    expect(asked.map(({ address }) => address)).toEqual([
      'https://accounts.test/v1/accounts:signInWithPassword?key=a%20key',
      'https://tokens.test/v1/token?key=a%20key',
    ]);
    expect(asked[1]?.body).toBe('grant_type=refresh_token&refresh_token=one');
    clearSession();
    expect(localStorage).toHaveLength(0);
    expect((await ask('/token')).status).toBe(401);
  });

  it.each([
    ['INVALID_LOGIN_CREDENTIALS', 401, 'Invalid email or password'],
    ['EMAIL_NOT_FOUND', 401, 'Invalid email or password'],
    ['USER_DISABLED', 403, 'This account is deactivated. Please contact your administrator.'],
    [
      'TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled',
      429,
      'Too many attempts. Please wait and try again.',
    ],
    ['QUOTA_EXCEEDED', 503, ''],
  ])('says what %s means', async (code, status, message) => {
    says(code);
    expect(await ask('/sign-in/email', credentials)).toMatchObject({ status, body: { message } });
  });

  it('refuses people with a second factor there, and says so', async () => {
    answers.push([200, { mfaPendingCredential: 'x', mfaInfo: [] }]);
    expect(await ask('/sign-in/email', credentials)).toMatchObject({
      status: 403,
      body: { message: 'Campus cannot ask for the second factor of this account.' },
    });
    expect(localStorage).toHaveLength(0);
  });

  it.each(['TOKEN_EXPIRED', 'USER_DISABLED'])('ends the session for %s', async (code) => {
    localStorage.setItem('firebaseRefreshToken', 'one');
    says(code);
    expect([401, 403]).toContain((await ask('/token')).status);
  });
});

describe('a forgotten password', () => {
  it('gets the same reply whether or not there is an account', async () => {
    expect((await ask('/request-password-reset', credentials)).status).toBe(200);
    says('EMAIL_NOT_FOUND');
    expect((await ask('/request-password-reset', credentials)).status).toBe(200);
    says('RESET_PASSWORD_EXCEED_LIMIT');
    expect((await ask('/request-password-reset', credentials)).status).toBe(503);
  });

  it('is replaced with the code from a mail, once', async () => {
    expect((await ask('/password-link', { token: 'code' })).body).toMatchObject({ state: 'open' });
    answers.push([200, { email: 'ada@example.edu' }]);
    const chosen = await ask('/reset-password', { token: 'code', newPassword: 'new' });
    expect(chosen.body).toEqual({ email: 'ada@example.edu' });
    says('EXPIRED_OOB_CODE');
    expect((await ask('/password-link', { token: 'code' })).body).toMatchObject({
      state: 'expired',
    });
    says('WEAK_PASSWORD : Password should be at least 6 characters');
    expect((await ask('/reset-password', { token: 'code', newPassword: 'x' })).status).toBe(422);
  });
});
