import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  cookieOf,
  openDatabase,
  openIdentity,
  type TestIdentity,
  type TestDatabase,
} from './testing/test-identity.ts';

const anna = { email: 'anna@example.edu', name: 'Anna', password: 'correct horse' };
const bert = { email: 'bert@example.edu', name: 'Bert', password: 'correct horse' };
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let database: TestDatabase;
let service: TestIdentity;
let ended: string[];
let shutOut: string[];
let here: string;

beforeAll(async () => {
  database = await openDatabase();
  service = await openIdentity(database.connection, {
    onSessionsEnded: (ids) => Promise.resolve(void ended.push(...ids)),
    admit: ({ email }) =>
      Promise.resolve({ active: !shutOut.includes(email), issuedAt: Date.now() }),
  });
  for (const person of [anna, bert])
    await service.identity.createAccount({ ...person, emailVerified: true });
});
beforeEach(async () => {
  await database.sql('delete from session');
  [ended, shutOut] = [[], []];
  here = await signIn();
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

interface Shown {
  readonly id: string;
  readonly here: boolean;
  readonly userAgent: string;
  readonly network: string;
  readonly since: string;
  readonly lastUsed: string;
}

const signIn = async (
  { email, password } = anna,
  headers: Record<string, string> = {},
  remoteAddress = '203.0.113.77',
): Promise<string> =>
  cookieOf(await service.post('/sign-in/email', { email, password }, { headers, remoteAddress }));
const list = async (cookie: string): Promise<Shown[]> =>
  (await service.get('/sessions', { headers: { cookie } })).json().sessions;
const tokenOf = (cookie: string) => service.get('/token', { headers: { cookie } });
const rows = async (): Promise<number> => (await database.sql('select from session')).rowCount ?? 0;

describe('the sessions of a person', () => {
  test('are listed with device, network and times, the current one first', async () => {
    const there = await signIn(anna, { 'user-agent': firefox }, '2001:db8:1:2:3:4:5:6');
    await signIn(bert);
    await database.sql(
      `update session set "updatedAt" = now() + interval '1 minute', "createdAt" = '2026-03-01T10:00:00Z'
       where "userAgent" = $1`,
      [firefox],
    );
    const shown = await list(here);
    expect(shown).toEqual([
      expect.objectContaining({ here: true, network: '203.0.113.x' }),
      {
        id: expect.any(String),
        here: false,
        userAgent: firefox,
        network: '2001:db8:1:2::',
        since: '2026-03-01T10:00:00.000Z',
        lastUsed: expect.any(String),
      },
    ]);
    expect((await list(there)).map((one) => one.here)).toEqual([true, false]);
  });

  test('show where they were last used once they are renewed there', async () => {
    await database.sql(`update session set "expiresAt" = now() + interval '1 hour'`);
    const headers = { cookie: here, 'user-agent': `\t${'x'.repeat(3000)}` };
    await service.get('/token', { headers, remoteAddress: '::ffff:198.51.100.3' });
    const [shown] = await list(here);
    expect(shown?.network).toBe('198.51.100.x');
    expect(shown?.userAgent).toHaveLength(400);
  });

  test('show no network for the machine itself', async () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      const cookie = await signIn(anna, {}, address);
      expect((await list(cookie))[0]).toMatchObject({ here: true, network: '' });
    }
  });

  test('are not listed once they have expired', async () => {
    await signIn();
    await database.sql(
      `update session set "expiresAt" = now() - interval '1 second' where token <> $1`,
      [here.slice(here.indexOf('=') + 1).split('.')[0]],
    );
    expect(await list(here)).toHaveLength(1);
  });

  test.each(['/sessions', '/end-session', '/end-other-sessions'])(
    '%s needs a session',
    async (path) => {
      const reply = path === '/sessions' ? await service.get(path) : await service.post(path, {});
      expect(reply.statusCode).toBe(401);
      expect(reply.json()).toMatchObject({ error: 'session_ended' });
    },
  );

  test.each(['/end-session', '/end-other-sessions'])(
    '%s is refused to pages of other origins',
    async (path) => {
      const headers = { cookie: here, origin: 'https://elsewhere.example' };
      expect((await service.post(path, {}, { headers })).statusCode).toBe(403);
    },
  );
});

describe('ending a session', () => {
  const end = (id: unknown) => service.post('/end-session', { id }, { headers: { cookie: here } });

  test('takes effect at once, on that session alone, and reports which ID tokens to refuse', async () => {
    const there = await signIn();
    const third = await signIn();
    const id = (await list(there))[0]?.id;
    const reply = await end(id);
    expect(reply.statusCode).toBe(200);
    expect(reply.json().sessions).toHaveLength(2);
    expect(ended).toEqual([id]);
    expect((await tokenOf(there)).statusCode).toBe(401);
    expect((await tokenOf(third)).statusCode).toBe(200);
    // Ending it twice is harmless.
    expect((await end(id)).statusCode).toBe(200);
  });

  test('of another person, or the current one, changes nothing', async () => {
    const foreign = await signIn(bert);
    for (const id of [(await list(foreign))[0]?.id, (await list(here))[0]?.id])
      expect((await end(id)).json().sessions).toHaveLength(1);
    expect((await tokenOf(foreign)).statusCode).toBe(200);
    expect((await tokenOf(here)).statusCode).toBe(200);
    expect(ended).toEqual([]);
  });

  test.each([undefined, 7, 'x', '\0'])('with the id %j is refused', async (id) => {
    expect((await end(id)).statusCode).toBe(422);
  });

  test('can be done for all others at once, and keeps the current one', async () => {
    const [second, third] = [await signIn(), await signIn()];
    const foreign = await signIn(bert);
    const reply = await service.post('/end-other-sessions', undefined, {
      headers: { cookie: here },
    });
    expect(reply.json().sessions).toEqual([expect.objectContaining({ here: true })]);
    expect(ended).toHaveLength(2);
    for (const [cookie, status] of [
      [second, 401],
      [third, 401],
      [here, 200],
      [foreign, 200],
    ] as const)
      expect((await tokenOf(cookie)).statusCode).toBe(status);
  });

  test('has no effect if the campus cannot be told to refuse its ID tokens', async () => {
    const there = await signIn();
    const failing = await openIdentity(database.connection, {
      onSessionsEnded: () => Promise.reject(new Error('The campus does not answer.')),
    });
    const headers = { cookie: here };
    expect((await failing.post('/end-other-sessions', undefined, { headers })).statusCode).toBe(
      503,
    );
    await failing.close();
    expect((await tokenOf(there)).statusCode).toBe(200);
  });

  test('by signing out ends its ID tokens too', async () => {
    const id = (await list(here))[0]?.id;
    await service.post('/sign-out', undefined, { headers: { cookie: here } });
    expect(ended).toEqual([id]);
  });
});

test('signing in again replaces the browser’s session, whoever signs in', async () => {
  const before = (await list(here))[0]?.id;
  const again = await signIn(anna, { cookie: here });
  expect(await rows()).toBe(1);
  expect(ended).toEqual([before]);
  const other = await signIn(bert, { cookie: again });
  expect(await rows()).toBe(1);
  expect((await tokenOf(again)).statusCode).toBe(401);
  expect((await tokenOf(other)).statusCode).toBe(200);
});

test('a wrong password does not affect the browser’s session', async () => {
  const headers = { cookie: here };
  await service.post('/sign-in/email', { email: anna.email, password: 'wrong' }, { headers });
  expect((await tokenOf(here)).statusCode).toBe(200);
});

test('a session ends 30 days after its sign-in, however much it is used', async () => {
  await database.sql(
    `update session set "authenticatedAt" = now() - interval '30 days' + interval '1 hour',
       "expiresAt" = now() + interval '30 minutes'`,
  );
  expect((await tokenOf(here)).statusCode).toBe(200);
  const { rows: left } = await database.sql<{ minutes: number }>(
    `select round(extract(epoch from "expiresAt" - now()) / 60)::int as minutes from session`,
  );
  expect(left).toEqual([{ minutes: 60 }]);
});

test('a deactivated person gets no ID token and no session, and is told why', async () => {
  shutOut = [anna.email];
  const refused = { error: 'forbidden', message: expect.stringContaining('is deactivated') };
  const token = await tokenOf(here);
  expect(token.statusCode).toBe(403);
  expect(token.json()).toMatchObject(refused);
  const again = await service.post('/sign-in/email', {
    email: anna.email,
    password: anna.password,
  });
  expect(again.statusCode).toBe(403);
  expect(again.json()).toMatchObject(refused);
  expect(await rows()).toBe(1);
  // The deactivation is not revealed without the password.
  const guess = await service.post('/sign-in/email', { email: anna.email, password: 'wrong' });
  expect(guess.json()).toMatchObject({ message: 'Invalid email or password' });
  shutOut = [];
  expect((await tokenOf(await signIn())).statusCode).toBe(200);
});
