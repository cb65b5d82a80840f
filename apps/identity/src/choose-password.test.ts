import { errorBody } from '@campus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  openDatabase,
  openIdentity,
  type TestIdentity,
  type TestDatabase,
} from './testing/test-identity.ts';

const password = 'correct horse';
const notGuessed = 'No common password, and not your name, e-mail or institution';
let database: TestDatabase;
let service: TestIdentity;
let strict: TestIdentity;
let made = 0;
let email: string;
let subject: string;

beforeAll(async () => {
  database = await openDatabase();
  service = await openIdentity(database.connection);
  strict = await openIdentity(database.connection, {
    passwordPolicy: { minLength: 8, digit: true },
  });
});
beforeEach(async () => {
  await database.sql('truncate password_guesses');
  email = `person${(made += 1)}@example.edu`;
  ({ subject } = await service.identity.createAccount({ email, name: 'P', emailVerified: false }));
});
afterAll(async () => {
  await service.close();
  await strict.close();
  await database.drop();
});

const tokenOf = async (purpose: 'invitation' | 'reset' = 'invitation', key = 'one') =>
  (await service.identity.passwordToken(subject, purpose, key)) ?? '';
const look = async (token: string) => (await service.post('/password-link', { token })).json();
const choose = (token: string, newPassword = password, via = service) =>
  via.post('/reset-password', { token, newPassword });
const signIn = (secret: string) => service.post('/sign-in/email', { email, password: secret });

const claims = async () => {
  const cookie = await service.signIn(email, password);
  const { token } = (await service.get('/token', { headers: { cookie } })).json<{
    token: string;
  }>();
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object;
};

describe('an invited person', () => {
  test('cannot sign in before choosing a password, neither with a guess nor with none', async () => {
    for (const guess of ['', 'null', 'undefined', password])
      expect((await signIn(guess)).statusCode).toBeOneOf([401, 422]);
  });

  test('chooses a password with the link, which verifies the e-mail, and signs in', async () => {
    const token = await tokenOf();
    expect(await look(token)).toEqual({
      state: 'open',
      purpose: 'invitation',
      rules: ['At least 6 characters', notGuessed],
    });
    const reply = await choose(token);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ status: 'password_set', email });
    expect(await claims()).toMatchObject({ email, email_verified: true });
  });

  test('has fourteen days to do so', async () => {
    await tokenOf();
    const state = await service.identity.describeAccount({ email });
    const days = ((state?.invitedUntil?.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(13.9);
    expect(days).toBeLessThan(14.1);
    expect(state).toMatchObject({ subject, email, hasPassword: false });
  });
});

describe('a password link', () => {
  test('works once, even if it is used twice at the same moment', async () => {
    const token = await tokenOf('reset');
    const replies = await Promise.all(['secret-a', 'secret-b'].map((one) => choose(token, one)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 410,
    ]);
    const refused = replies.find(({ statusCode }) => statusCode === 410);
    expect(errorBody.parse(refused?.json())).toMatchObject({ error: 'link_used' });
    expect(await look(token)).toMatchObject({ state: 'used' });
    const won = replies[0]?.statusCode === 200 ? 'secret-a' : 'secret-b';
    expect((await signIn(won)).statusCode).toBe(200);
  });

  test('ends every session and invalidates every other link of the account once used', async () => {
    await choose(await tokenOf());
    const cookie = await service.signIn(email, password);
    const [first, second] = [await tokenOf('reset', 'first'), await tokenOf('reset', 'second')];
    await choose(second, 'another one');
    expect((await service.get('/token', { headers: { cookie } })).statusCode).toBe(401);
    expect((await choose(first, 'a thief’s')).statusCode).toBe(410);
    expect((await signIn('another one')).statusCode).toBe(200);
    expect((await signIn(password)).statusCode).toBe(401);
  });

  test.each([
    ['an invitation after fourteen days', 'invitation'],
    ['a reset after an hour', 'reset'],
  ] as const)('expires: %s', async (_what, purpose) => {
    const token = await tokenOf(purpose);
    await database.sql(`update password_link set expires_at = now() where "userId" = $1`, [
      subject,
    ]);
    expect(await look(token)).toMatchObject({ state: 'expired', purpose });
    const reply = await choose(token);
    expect(reply.statusCode).toBe(410);
    expect(errorBody.parse(reply.json())).toMatchObject({ error: 'link_expired' });
    expect((await signIn(password)).statusCode).toBe(401);
  });

  test('for a reset is valid for an hour', async () => {
    await tokenOf('reset');
    const { rows } = await database.sql<{ minutes: number }>(
      `select round(extract(epoch from expires_at - now()) / 60)::int as minutes
       from password_link where "userId" = $1`,
      [subject],
    );
    expect(rows).toEqual([{ minutes: 60 }]);
  });

  test.each(['x', '../..', '\0', '💥', 'x'.repeat(200)])(
    '%j is not a valid link',
    async (token) => {
      expect(await look(token)).toMatchObject({ state: 'unknown' });
      expect((await choose(token)).json()).toMatchObject({ error: 'link_unknown' });
    },
  );

  test('is the same when requested again with the same key, and differs for another key or purpose', async () => {
    expect(await tokenOf('reset', 'k')).toBe(await tokenOf('reset', 'k'));
    expect(await tokenOf('reset', 'k')).not.toBe(await tokenOf('invitation', 'k'));
    expect(await tokenOf('reset', 'k')).not.toBe(await tokenOf('reset', 'l'));
    expect(await service.identity.passwordToken('nobody', 'reset', 'k')).toBeUndefined();
  });

  test('is not readable in the database', async () => {
    const token = await tokenOf();
    const { rows } = await database.sql<{ text: string }>(
      'select password_link::text as text from password_link',
    );
    expect(rows.map(({ text }) => text).join()).not.toContain(token);
  });

  test('that was used stays used when its mail is sent again', async () => {
    const token = await tokenOf('reset', 'k');
    await choose(token);
    expect(await tokenOf('reset', 'k')).toBe(token);
    expect(await look(token)).toMatchObject({ state: 'used' });
  });
});

describe('a new password', () => {
  test('is refused with a list of the rules it breaks, and the link stays valid', async () => {
    const token = await tokenOf();
    const reply = await choose(token, 'short', strict);
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toEqual({
      message: 'A password needs at least 8 characters. A password needs a digit.',
      error: 'invalid',
      details: [
        { field: 'newPassword', message: 'A password needs at least 8 characters.' },
        { field: 'newPassword', message: 'A password needs a digit.' },
      ],
    });
    expect((await choose(token, 'long enough 1', strict)).statusCode).toBe(200);
  });

  test.each([
    [{}, 'token'],
    [{ token: 7, newPassword: password }, 'token'],
    [{ token: 'x' }, 'newPassword'],
    [{ token: 'x', newPassword: '' }, 'newPassword'],
    [{ token: 'x'.repeat(201), newPassword: password }, 'token'],
    [{ token: 'x', newPassword: password, email: 'a@example.edu' }, 'email'],
  ])('%j is refused, naming the field', async (body, field) => {
    const reply = await service.post('/reset-password', body);
    expect(reply.statusCode).toBe(422);
    expect(reply.json<{ details: object[] }>().details[0]).toMatchObject({ field });
  });
});

test('anyone can read the rules for a new password', async () => {
  expect((await service.get('/password-rules')).json()).toEqual({
    rules: ['At least 6 characters', notGuessed],
  });
  expect((await strict.get('/password-rules')).json()).toEqual({
    rules: ['At least 8 characters', 'A digit', notGuessed],
  });
});

describe('requesting a password reset', () => {
  const ask = (who: string) => service.post('/request-password-reset', { email: who });

  test('is recorded and answered in the same way whether or not the e-mail is known', async () => {
    service.resetRequests.length = 0;
    const [known, unknown] = [await ask(email.toUpperCase()), await ask('nobody@example.edu')];
    expect(known.statusCode).toBe(200);
    expect({ ...known.headers, date: '' }).toEqual({ ...unknown.headers, date: '' });
    expect(known.body).toBe(unknown.body);
    expect(service.resetRequests).toEqual([email, 'nobody@example.edu']);
  });

  test.each([{}, { email: 'nobody' }, { email: 7 }, { email: 'a@b.c', x: 1 }, []])(
    '%j is refused',
    async (body) => {
      expect((await service.post('/request-password-reset', body)).statusCode).toBe(422);
    },
  );
});

describe('changing the password while signed in', () => {
  let cookie: string;
  beforeEach(async () => {
    await choose(await tokenOf());
    cookie = await service.signIn(email, password);
  });
  const change = (currentPassword: string, newPassword: string, headers = { cookie }) =>
    service.post('/change-password', { currentPassword, newPassword }, { headers });

  test('ends all other sessions and keeps this one', async () => {
    const elsewhere = await service.signIn(email, password);
    expect((await change(password, 'brand new')).statusCode).toBe(200);
    expect((await service.get('/token', { headers: { cookie } })).statusCode).toBe(200);
    expect((await service.get('/token', { headers: { cookie: elsewhere } })).statusCode).toBe(401);
    expect((await signIn('brand new')).statusCode).toBe(200);
  });

  test('needs the current password, and limits the guesses in a session', async () => {
    for (let at = 0; at < 10; at += 1) {
      const reply = await change('wrong', 'brand new');
      expect(reply.json()).toMatchObject({ message: 'This is not your current password.' });
    }
    expect((await change(password, 'brand new')).statusCode).toBe(429);
    const elsewhere = await service.signIn(email, password);
    expect((await change(password, 'brand new', { cookie: elsewhere })).statusCode).toBe(200);
  });

  test('needs a session and an acceptable new password', async () => {
    expect(
      (await change(password, 'brand new', { cookie: 'campus.session_token=x' })).statusCode,
    ).toBe(401);
    expect((await change(password, 'short')).json()).toMatchObject({
      details: [{ field: 'newPassword', message: 'A password needs at least 6 characters.' }],
    });
  });
});

describe('an account with a stricter password rule than others', () => {
  const owner = { policy: null, minLength: 12, words: ['Ruth Adeyemi', 'Hill College'] };
  let open: TestIdentity;
  beforeAll(async () => {
    open = await openIdentity(database.connection, {
      passwordOwner: (of) => Promise.resolve(of === undefined ? { ...owner, minLength: 0 } : owner),
    });
  });
  afterAll(() => open.close());

  test('shows its rules with the link and to the signed-in person, and names one reason when refusing', async () => {
    const token = await tokenOf('reset');
    const rules = ['At least 12 characters', notGuessed];
    expect((await open.post('/password-link', { token })).json()).toMatchObject({ rules });
    const refusals = {
      'eleven long': 'A password needs at least 12 characters.',
      Password1234: 'This password is among the most common ones. Choose another.',
      'Adeyemi-Ruth-77':
        'This password is made of your name, your e-mail address or the name of your institution. Choose another.',
    };
    for (const [newPassword, message] of Object.entries(refusals))
      expect((await choose(token, newPassword, open)).json()).toEqual({
        error: 'invalid',
        message,
        details: [{ field: 'newPassword', message }],
      });
    expect((await choose(token, 'long enough for it', open)).statusCode).toBe(200);

    const headers = { cookie: await open.signIn(email, 'long enough for it') };
    expect((await open.get('/password-rules', { headers })).json()).toEqual({ rules });
    expect((await open.get('/password-rules')).json().rules).toContain('At least 6 characters');
    const change = { currentPassword: 'long enough for it', newPassword: 'hillcollege2026' };
    const reply = await open.post('/change-password', change, { headers });
    expect(reply.json()).toMatchObject({
      details: [{ field: 'newPassword', message: refusals['Adeyemi-Ruth-77'] }],
    });
  });
});

describe('an account moved to another e-mail', () => {
  test('loses its open links and is found under the new e-mail', async () => {
    const token = await tokenOf();
    const to = `moved-${email}`;
    await service.identity.moveAccount(subject, { from: email, to });
    expect(await look(token)).toMatchObject({ state: 'unknown' });
    expect(await service.identity.describeAccount({ email: to })).toMatchObject({ subject });
    expect(await service.identity.describeAccount({ email })).toBeUndefined();
  });

  test('is left alone if it is no longer at the old e-mail', async () => {
    await service.identity.moveAccount(subject, { from: 'other@example.edu', to: null });
    expect(await service.identity.describeAccount({ subject })).toMatchObject({ email });
    await service.identity.moveAccount(subject, { from: email, to: null });
    expect(await service.identity.describeAccount({ subject })).toMatchObject({
      email: `${subject}@moved.invalid`,
    });
  });
});

test('the campus sets the first administrator’s password, which verifies the e-mail', async () => {
  await service.identity.setPassword(subject, password);
  expect(await claims()).toMatchObject({ email_verified: true });
  await expect(service.identity.setPassword(subject, 'short')).rejects.toThrow('at least 6');
  await expect(service.identity.setPassword('nobody', password)).rejects.toThrow('no account');
});

describe('a password policy for everyone', () => {
  const none = { minLength: 1, upperAndLower: false, digit: false, symbol: false };
  let policy = none;
  const owner = () => Promise.resolve({ policy, minLength: 0, words: [] });
  let open: TestIdentity;
  beforeAll(async () => {
    open = await openIdentity(database.connection, { passwordOwner: owner });
  });
  afterAll(() => open.close());

  test('applies at once to links, changes and new accounts, and to the rules shown', async () => {
    policy = { ...none, minLength: 12, symbol: true };
    const rules = ['At least 12 characters', 'A symbol, such as ! or %', notGuessed];
    expect((await open.get('/password-rules')).json()).toEqual({ rules });
    const token = await tokenOf('reset', 'policy');
    expect((await open.post('/password-link', { token })).json()).toMatchObject({ rules });
    expect((await choose(token, 'correct horse', open)).json()).toMatchObject({
      details: [{ field: 'newPassword', message: 'A password needs a symbol, such as ! or %.' }],
    });
    expect((await choose(token, 'correct horse!', open)).statusCode).toBe(200);
    const headers = { cookie: await open.signIn(email, 'correct horse!') };
    const change = (newPassword: string) =>
      open.post(
        '/change-password',
        { currentPassword: 'correct horse!', newPassword },
        { headers },
      );
    expect((await change('shorter!')).statusCode).toBe(422);
    expect((await change('long enough, too')).statusCode).toBe(200);
    const another = { email: 'another@example.edu', name: 'A', emailVerified: true };
    await expect(
      open.identity.createAccount({ ...another, password: 'correct horse' }),
    ).rejects.toThrow('A password needs a symbol');
  });

  test('is never weaker than the configured minimum', () => {
    expect(strict.identity.passwordPolicy(none)).toEqual({ ...none, minLength: 8, digit: true });
    expect(strict.identity.passwordPolicy(null)).toEqual({ ...none, minLength: 8, digit: true });
  });
});
