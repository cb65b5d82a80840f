import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { codeOf } from './testing/authenticator.ts';
import {
  cookieOf,
  openDatabase,
  openIdentity,
  type TestIdentity,
  type Reply,
  type TestDatabase,
} from './testing/test-identity.ts';

let database: TestDatabase;
let service: TestIdentity;
let changed: string[];
let people = 0;

beforeAll(async () => {
  database = await openDatabase();
  service = await openIdentity(database.connection, {
    onFactorChanged: (_client, subject) => Promise.resolve(void changed.push(subject)),
  });
});
// An authenticator app shows a new code every 30 seconds: tests advance the clock instead of waiting.
beforeEach(() => {
  changed = [];
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await service.close();
  await database.drop();
});

const seconds = (n: number) => vi.setSystemTime(Date.now() + n * 1000);
const as = (cookie: string) => ({ headers: { cookie } });
const tokenOf = async (cookie: string) => {
  const reply = await service.get('/token', as(cookie));
  return decodeJwt(reply.json<{ token: string }>().token);
};
const password = 'correct horse';

const newPerson = async () => {
  const email = `person${(people += 1)}@example.edu`;
  const { subject } = await service.identity.createAccount({
    email,
    name: 'Anna',
    password,
    emailVerified: true,
  });
  return { email, subject };
};
const begin = (cookie: string) => service.post('/second-factor/begin', undefined, as(cookie));
const confirm = (cookie: string, code: string) =>
  service.post('/second-factor/confirm', { code }, as(cookie));
const firstStep = (email: string) => service.post('/sign-in/email', { email, password });
const secondStep = (first: Reply | string, code: string) =>
  service.post(
    '/sign-in/second-factor',
    { code },
    as(typeof first === 'string' ? first : cookieOf(first)),
  );

/** Someone with an authenticator app whose current code is unused. */
const enrolled = async () => {
  const person = await newPerson();
  const cookie = await service.signIn(person.email, password);
  const { key } = (await begin(cookie)).json<{ key: string }>();
  const reply = await confirm(cookie, codeOf(key));
  const { recoveryCodes } = reply.json<{ recoveryCodes: string[] }>();
  seconds(30);
  return { ...person, key, recoveryCodes, cookie: cookieOf(reply) };
};

describe('setting up an authenticator app', () => {
  test('needs one of its codes, shows recovery codes and ends other sessions', async () => {
    const { email, subject } = await newPerson();
    const elsewhere = await service.signIn(email, password);
    const cookie = await service.signIn(email, password);
    expect((await tokenOf(cookie))['amr']).toEqual(['pwd']);

    const { key, uri } = (await begin(cookie)).json<{ key: string; uri: string }>();
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(
      `otpauth://totp/Campus%3A${encodeURIComponent(email)}?secret=${key}&issuer=Campus`,
    );
    // Not required yet.
    expect((await firstStep(email)).json()).toHaveProperty('user');
    const wrong = await confirm(cookie, codeOf(key, 5));
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json()).toMatchObject({ details: [{ field: 'code' }] });

    const reply = await confirm(cookie, codeOf(key));
    expect(reply.statusCode).toBe(200);
    const { recoveryCodes } = reply.json<{ recoveryCodes: string[] }>();
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes[0]).toMatch(/^[a-z0-9]{5}-[a-z0-9]{5}$/);
    expect((await tokenOf(cookieOf(reply)))['amr']).toEqual(['otp', 'mfa']);
    expect((await service.get('/token', as(elsewhere))).statusCode).toBe(401);
    expect(changed).toEqual([subject]);
    expect((await service.get('/second-factor', as(cookieOf(reply)))).json()).toEqual({
      enabled: true,
      recoveryCodesLeft: 10,
    });
  });

  test.each(['begin', 'recovery-codes', 'turn-off'])(
    'or changing it (%s) requires a sign-in within the last ten minutes',
    async (act) => {
      const { email, cookie } = await enrolled();
      seconds(601);
      const reply = await service.post(`/second-factor/${act}`, undefined, as(cookie));
      expect(reply.statusCode).toBe(403);
      expect(reply.json()).toMatchObject({ error: 'confirmation_needed' });
      expect((await firstStep(email)).json()).toEqual({ secondFactor: true });
      expect((await service.post(`/second-factor/${act}`)).statusCode).toBe(401);
    },
  );

  test('works for as long as the sign-in is fresh, also when its session would be renewed', async () => {
    const cookie = await service.signIn((await newPerson()).email, password);
    const { key } = (await begin(cookie)).json<{ key: string }>();
    seconds(599);
    const reply = await confirm(cookie, codeOf(key));
    expect(reply.json<{ recoveryCodes: string[] }>().recoveryCodes).toHaveLength(10);
    expect(reply.cookies.map(({ name }) => name)).toEqual(['campus.session_token']);
    expect((await tokenOf(cookieOf(reply)))['amr']).toEqual(['otp', 'mfa']);
  });

  test('does not count as signing in again', async () => {
    const cookie = await service.signIn((await newPerson()).email, password);
    const { auth_time: signedIn } = await tokenOf(cookie);
    seconds(240);
    const { key } = (await begin(cookie)).json<{ key: string }>();
    const after = cookieOf(await confirm(cookie, codeOf(key)));
    expect((await tokenOf(after))['auth_time']).toBe(signedIn);
    seconds(361);
    const off = await service.post('/second-factor/turn-off', undefined, as(after));
    expect(off.json()).toMatchObject({ error: 'confirmation_needed' });
  });

  test('does not silently replace an existing one', async () => {
    const { cookie } = await enrolled();
    expect((await begin(cookie)).statusCode).toBe(409);
  });
});

describe('signing in with an authenticator app', () => {
  test('takes the password, which grants no access by itself, and then a code', async () => {
    const { email, key } = await enrolled();
    const first = await firstStep(email);
    expect(first.json()).toEqual({ secondFactor: true });
    expect(first.cookies.map(({ name }) => name)).toEqual(['campus.two_factor']);
    expect((await service.get('/token', as(cookieOf(first)))).statusCode).toBe(401);
    const second = await secondStep(first, ` ${codeOf(key).slice(0, 3)} ${codeOf(key).slice(3)}`);
    expect(second.statusCode).toBe(200);
    expect((await tokenOf(cookieOf(second)))['amr']).toEqual(['otp', 'mfa']);
  });

  test('keeps the browser’s previous session until the code is right', async () => {
    const { email, cookie, key } = await enrolled();
    const first = await service.post('/sign-in/email', { email, password }, as(cookie));
    expect((await service.get('/token', as(cookie))).statusCode).toBe(200);
    // The code must be that of the account just named, whatever session the browser has.
    const other = await enrolled();
    const reply = await secondStep(`${other.cookie}; ${cookieOf(first)}`, codeOf(key));
    expect((await tokenOf(cookieOf(reply)))['email']).toBe(email);
  });

  test('accepts each code only once, including the one used for set-up', async () => {
    const { email, key } = await enrolled();
    expect((await secondStep(await firstStep(email), codeOf(key, -1))).statusCode).toBe(422);
    expect((await secondStep(await firstStep(email), codeOf(key))).statusCode).toBe(200);
    const replayed = await secondStep(await firstStep(email), codeOf(key));
    const wrong = await secondStep(await firstStep(email), codeOf(key, 9));
    expect(replayed.statusCode).toBe(422);
    expect(replayed.body).toBe(wrong.body);
  });

  test('lets only one of two browsers in that use the same code at the same moment', async () => {
    const { email, key } = await enrolled();
    const firsts = [await firstStep(email), await firstStep(email)];
    const replies = await Promise.all(firsts.map((first) => secondStep(first, codeOf(key))));
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 422]));
  });

  test('accepts each recovery code once instead, in any case and with or without the dash', async () => {
    const { email, recoveryCodes } = await enrolled();
    const [one = ''] = recoveryCodes;
    const typed = ` ${one.toUpperCase().replace('-', ' ')}`;
    const reply = await secondStep(await firstStep(email), typed);
    expect(reply.statusCode).toBe(200);
    expect((await service.get('/second-factor', as(cookieOf(reply)))).json()).toMatchObject({
      recoveryCodesLeft: 9,
    });
    expect((await secondStep(await firstStep(email), one)).statusCode).toBe(422);
  });

  test('starts over after five wrong codes, and is locked for 15 minutes after ten', async () => {
    const { email, key, cookie } = await enrolled();
    for (const round of [1, 2]) {
      const first = await firstStep(email);
      for (let n = 0; n < 5; n += 1) {
        expect((await secondStep(first, codeOf(key, 10 * round + n))).statusCode).toBe(422);
      }
      const sixth = await secondStep(first, codeOf(key));
      expect(sixth.statusCode).toBe(round === 1 ? 401 : 429);
      if (round === 2) expect(sixth.headers['retry-after']).toBe('900');
    }
    const locked = await secondStep(await firstStep(email), codeOf(key, 1));
    expect(locked.json()).toMatchObject({ error: 'too_many_requests' });
    // Existing sessions stay, and nobody without the password can cause this lockout.
    expect((await service.get('/token', as(cookie))).statusCode).toBe(200);
    seconds(15 * 60 + 1);
    expect((await secondStep(await firstStep(email), codeOf(key))).statusCode).toBe(200);
  });

  test('asks to start over if the first step is missing or too long ago', async () => {
    const { email, key } = await enrolled();
    const first = await firstStep(email);
    seconds(601);
    for (const cookie of ['', 'campus.two_factor=forged.AAAA', cookieOf(first)]) {
      const reply = await secondStep(cookie, codeOf(key));
      expect(reply.statusCode).toBe(401);
      expect(reply.json()).toMatchObject({ error: 'challenge_over' });
    }
  });
});

describe('an authenticator app that is set up', () => {
  test('can have new recovery codes, which replace the old ones', async () => {
    const { email, cookie, recoveryCodes } = await enrolled();
    const reply = await service.post('/second-factor/recovery-codes', undefined, as(cookie));
    const { recoveryCodes: renewed } = reply.json<{ recoveryCodes: string[] }>();
    expect(renewed).toHaveLength(10);
    expect((await secondStep(await firstStep(email), recoveryCodes[0] ?? '')).statusCode).toBe(422);
    expect((await secondStep(await firstStep(email), renewed[0] ?? '')).statusCode).toBe(200);
  });

  test('can be turned off: the password is enough, and ID tokens say so', async () => {
    const { email, cookie, subject } = await enrolled();
    const reply = await service.post('/second-factor/turn-off', undefined, as(cookie));
    expect(reply.json()).toEqual({ enabled: false, recoveryCodesLeft: 0 });
    expect((await tokenOf(cookie))['amr']).toEqual(['pwd']);
    expect(changed).toEqual([subject, subject]);
    expect((await firstStep(email)).json()).toHaveProperty('user');
  });

  test('can be reset by the campus, which ends sessions and unfinished sign-ins', async () => {
    const { email, cookie, subject, key } = await enrolled();
    const first = await firstStep(email);
    expect(await service.identity.resetFactor(subject)).toBe(true);
    expect((await service.get('/token', as(cookie))).statusCode).toBe(401);
    expect((await secondStep(first, codeOf(key))).statusCode).toBe(401);
    expect((await firstStep(email)).json()).toHaveProperty('user');
    expect(await service.identity.resetFactor(subject)).toBe(false);
    expect(await service.identity.describeAccount({ subject })).toMatchObject({
      secondFactor: false,
    });
  });

  test('leaves no readable secret or recovery code in the database', async () => {
    const { key, recoveryCodes } = await enrolled();
    const { rows } = await database.sql('select * from "twoFactor"');
    const dump = JSON.stringify(rows);
    expect(dump).not.toContain(key);
    expect(dump).not.toContain(recoveryCodes[0]);
  });
});
