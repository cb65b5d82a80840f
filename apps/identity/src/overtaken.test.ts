import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOf } from './testing/authenticator.ts';
import {
  cookieOf,
  openDatabase,
  openIdentity,
  type Reply,
  type TestDatabase,
  type TestIdentity,
} from './testing/test-identity.ts';

const known = 'what an intruder knows';
const chosen = 'what the owner chooses';
let database: TestDatabase;
let service: TestIdentity;
/** What happens before a session is opened, and before a new password is accepted. */
let beforeSession: () => Promise<unknown>;
let beforePassword: () => Promise<unknown>;
let made = 0;
let email: string;
let subject: string;

/** Does something the first time only: what it does calls the service as well. */
const once = (act: () => Promise<unknown>) => {
  let first = true;
  return async () => {
    if (!first) return;
    first = false;
    await act();
  };
};

beforeAll(async () => {
  database = await openDatabase();
  service = await openIdentity(database.connection, {
    admit: async () => {
      await beforeSession();
      return { active: true, issuedAt: Date.now() };
    },
    passwordOwner: async () => {
      await beforePassword();
      return { policy: null, minLength: 0, words: [] };
    },
  });
});
beforeEach(async () => {
  [beforeSession, beforePassword] = [async () => undefined, async () => undefined];
  email = `person${(made += 1)}@example.edu`;
  const account = { email, name: 'P', password: known, emailVerified: true };
  ({ subject } = await service.identity.createAccount(account));
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const as = (cookie: string) => ({ headers: { cookie } });
const signIn = (password = known) => service.post('/sign-in/email', { email, password });
const secondStep = (cookie: string, code: string) =>
  service.post('/sign-in/second-factor', { code }, as(cookie));
const reset = async () => {
  const token = await service.identity.passwordToken(subject, 'reset', 'one');
  const reply = await service.post('/reset-password', { token, newPassword: chosen });
  expect(reply.statusCode).toBe(200);
};
const change = (cookie: string, newPassword: string) =>
  service.post('/change-password', { currentPassword: known, newPassword }, as(cookie));

/** Every way in which a password is replaced by one that the intruder does not know. */
const replacements: readonly [string, (cookie: string) => Promise<void>][] = [
  ['resets the password', reset],
  ['is given another password', () => service.identity.setPassword(subject, chosen)],
  [
    'changes the password',
    async (cookie) => {
      expect((await change(cookie, chosen)).statusCode).toBe(200);
      await service.post('/sign-out', undefined, as(cookie));
    },
  ],
];

const sessions = async () =>
  (await database.sql('select from session where "userId" = $1', [subject])).rows.length;

/** Only the new password opens the account, and nobody is signed in. */
const expectOvertaken = async () => {
  expect(await sessions()).toBe(0);
  expect((await signIn()).statusCode).toBe(401);
  expect((await signIn(chosen)).statusCode).toBe(200);
};

/** Someone whose authenticator app has this key. */
const enrol = async (): Promise<string> => {
  const cookie = await service.signIn(email, known);
  const { key } = (await service.post('/second-factor/begin', undefined, as(cookie))).json<{
    key: string;
  }>();
  const confirmed = await service.post('/second-factor/confirm', { code: codeOf(key) }, as(cookie));
  expect(confirmed.statusCode).toBe(200);
  await service.post('/sign-out', undefined, as(cookieOf(confirmed)));
  return key;
};

/** Resolves once a statement waits for another transaction. */
const waiting = async (): Promise<void> => {
  const find = `select from pg_locks where not granted and locktype = 'transactionid'
    and pid in (select pid from pg_stat_activity where datname = current_database())`;
  while ((await database.sql(find)).rows.length === 0) await new Promise(setImmediate);
};

describe.each(replacements)('an owner who %s', (_how, replace) => {
  test('signs out whoever signs in with the old one at that moment', async () => {
    const own = await service.signIn(email, known);
    beforeSession = once(() => replace(own));
    const reply = await signIn();
    expect(reply.statusCode).toBe(401);
    expect(reply.cookies).toEqual([]);
    await expectOvertaken();
  });

  test('signs out whoever was signed in while the change had to wait', async () => {
    const own = await service.signIn(email, known);
    const holder = new pg.Client(database.owner);
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from identity.account where "userId" = $1 for share', [subject]);
    const replaced = replace(own);
    await waiting();
    const reply = await signIn();
    expect(reply.statusCode).toBe(200);
    await holder.query('commit');
    await holder.end();
    await replaced;
    expect((await service.get('/token', as(cookieOf(reply)))).statusCode).toBe(401);
    await expectOvertaken();
  });
});

describe('an owner who resets the password', () => {
  test('keeps it, whatever someone signed in was changing it to', async () => {
    const cookie = await service.signIn(email, known);
    beforePassword = once(reset);
    const reply = await change(cookie, 'what the intruder wants');
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toMatchObject({ message: 'Please sign in to continue.' });
    expect((await signIn('what the intruder wants')).statusCode).toBe(401);
    await expectOvertaken();
  });
});

test('of two changes of the password at once, the later is told that the current one is another', async () => {
  const cookie = await service.signIn(email, known);
  let first: Reply | undefined;
  beforePassword = once(async () => (first = await change(cookie, chosen)));
  const later = await change(cookie, 'what another tab wants');
  expect(first?.statusCode).toBe(200);
  expect(later.statusCode).toBe(422);
  expect(later.json()).toMatchObject({ message: 'This is not your current password.' });
  expect((await signIn(chosen)).statusCode).toBe(200);
});

describe('an owner who sets up an authenticator app', () => {
  test('refuses whoever signs in with the password alone at that moment', async () => {
    const own = await service.signIn(email, known);
    const begun = await service.post('/second-factor/begin', undefined, as(own));
    const { key } = begun.json<{ key: string }>();
    beforeSession = once(async () => {
      const code = codeOf(key);
      const confirmed = await service.post('/second-factor/confirm', { code }, as(own));
      expect(confirmed.statusCode).toBe(200);
    });
    const reply = await signIn();
    expect(reply.statusCode).toBe(401);
    expect(reply.cookies).toEqual([]);
    expect(await sessions()).toBe(1);
    expect((await signIn()).json()).toEqual({ secondFactor: true });
  });

  test('keeps it, whoever begins another set-up at that moment', async () => {
    const elsewhere = await service.signIn(email, known);
    const own = await service.signIn(email, known);
    const begin = (cookie: string) => service.post('/second-factor/begin', undefined, as(cookie));
    const { key } = (await begin(own)).json<{ key: string }>();
    let other: Promise<Reply> | undefined;
    beforeSession = once(() => Promise.race([(other = begin(elsewhere)), waiting()]));
    const code = codeOf(key);
    const confirmed = await service.post('/second-factor/confirm', { code }, as(own));
    expect(confirmed.statusCode).toBe(200);
    expect((await other)?.statusCode).not.toBe(200);
    const first = await signIn();
    expect((await secondStep(cookieOf(first), codeOf(key, 1))).statusCode).toBe(200);
  });
});

describe('with an authenticator app, an owner who resets the password', () => {
  test('refuses the code of whoever has given the old password before', async () => {
    const key = await enrol();
    const first = await signIn();
    expect(first.json()).toEqual({ secondFactor: true });
    await reset();
    const reply = await secondStep(cookieOf(first), codeOf(key, 1));
    expect(reply.json()).toMatchObject({ error: 'challenge_over' });
    expect(await sessions()).toBe(0);
  });

  test('refuses the old password of whoever gives it at that moment', async () => {
    await enrol();
    beforeSession = once(reset);
    const reply = await signIn();
    expect(reply.statusCode).toBe(401);
    expect(reply.cookies).toEqual([]);
  });

  test('signs out whoever gives the right code at that moment', async () => {
    const key = await enrol();
    const first = await signIn();
    let resetting: Promise<void> | undefined;
    beforeSession = once(() => Promise.race([(resetting = reset()), waiting()]));
    const reply = await secondStep(cookieOf(first), codeOf(key, 1));
    await resetting;
    expect((await service.get('/token', as(cookieOf(reply)))).statusCode).toBe(401);
    expect(await sessions()).toBe(0);
  });

  test('signs out whoever sets one up at that moment', async () => {
    const cookie = await service.signIn(email, known);
    const { key } = (await service.post('/second-factor/begin', undefined, as(cookie))).json<{
      key: string;
    }>();
    let resetting: Promise<void> | undefined;
    beforeSession = once(() => Promise.race([(resetting = reset()), waiting()]));
    await service.post('/second-factor/confirm', { code: codeOf(key) }, as(cookie));
    await resetting;
    expect(await sessions()).toBe(0);
  });
});

describe('an ID token that an intruder asks for at the moment at which the owner', () => {
  test.each([
    ...replacements,
    ['has all sessions ended', () => service.identity.endSessions(subject)] as const,
  ])('%s is not issued', async (_what, replace) => {
    const intruder = await service.signIn(email, known);
    const owner = await service.signIn(email, known);
    beforeSession = once(() => replace(owner));
    const reply = await service.get('/token', as(intruder));
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toEqual({
      message: 'Your session has ended. Please sign in again.',
      error: 'session_ended',
    });
  });
});
