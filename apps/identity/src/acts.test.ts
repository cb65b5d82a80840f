import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf } from './testing/authenticator.ts';
import {
  cookieOf,
  openDatabase,
  openIdentity,
  type TestDatabase,
  type TestIdentity,
} from './testing/test-identity.ts';

let database: TestDatabase;
let service: TestIdentity;
/** Where the campus cannot take part in a change. */
let without: TestIdentity;
let subject: string;
let campus: pg.Client;
const email = 'anna@example.edu';

beforeAll(async () => {
  database = await openDatabase();
  service = await openIdentity(database.connection);
  const fail = () => Promise.reject(new Error('The campus cannot.'));
  without = await openIdentity(database.connection, {
    onPasswordChosen: fail,
    onFactorChanged: fail,
  });
  const account = { email, name: 'Anna', password: 'correct horse', emailVerified: true };
  ({ subject } = await service.identity.createAccount(account));
  campus = new pg.Client(database.connection);
  await campus.connect();
});
afterAll(async () => {
  await campus.end();
  await service.close();
  await without.close();
  await database.drop();
});

const waiting = async () => {
  const acts = await service.identity.drainActs(campus);
  return acts.map(({ kind }) => kind);
};
const asOf = (cookie: string) => ({ headers: { cookie } });

test('a change in which the campus cannot take part is not made, and can be tried again; its act is recorded once', async () => {
  for (const purpose of ['invitation', 'reset'] as const) {
    const token = await service.identity.passwordToken(subject, purpose, 'once');
    const chosen = { token, newPassword: 'battery staple' };
    expect((await without.post('/reset-password', chosen)).statusCode).toBe(503);
    expect((await service.post('/reset-password', chosen)).statusCode).toBe(200);
  }
  expect(await waiting()).toEqual(['password_chosen', 'password_reset']);

  const here = asOf(await service.signIn(email, 'battery staple'));
  const change = { currentPassword: 'battery staple', newPassword: 'correct horse' };
  expect((await without.post('/change-password', change, here)).statusCode).toBe(503);
  expect((await service.post('/change-password', change, here)).statusCode).toBe(200);
  expect(await waiting()).toEqual(['signed_in', 'password_changed']);

  const { key } = (await service.post('/second-factor/begin', undefined, here)).json<{
    key: string;
  }>();
  const code = codeOf(key);
  expect((await without.post('/second-factor/confirm', { code }, here)).statusCode).toBe(503);
  const next = { code: codeOf(key, 1) };
  const confirmed = await service.post('/second-factor/confirm', next, here);
  const [recovery] = confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes;
  const first = await service.post('/sign-in/email', { email, password: 'correct horse' });
  const challenged = asOf(cookieOf(first));
  await service.post('/sign-in/second-factor', { code: 'wrong' }, challenged);
  const second = await service.post('/sign-in/second-factor', { code: recovery }, challenged);
  const there = asOf(cookieOf(second));
  await service.post('/second-factor/recovery-codes', undefined, there);
  const off = await without.post('/second-factor/turn-off', undefined, there);
  expect(off.statusCode).toBe(503);
  expect((await service.get('/second-factor', there)).json()).toMatchObject({ enabled: true });
  await service.post('/second-factor/turn-off', undefined, there);
  expect(await waiting()).toEqual([
    'factor_added',
    'sign_in_failed',
    'signed_in',
    'recovery_codes_renewed',
    'factor_removed',
  ]);
});

test('a change whose act cannot be recorded is not made', async () => {
  const here = asOf(await service.signIn(email, 'correct horse'));
  const { key } = (await service.post('/second-factor/begin', undefined, here)).json<{
    key: string;
  }>();
  await waiting();
  await database.sql(
    `alter table act add constraint untold check (kind not in ('factor_added', 'password_changed'))`,
  );
  const change = { currentPassword: 'correct horse', newPassword: 'battery staple' };
  expect((await service.post('/change-password', change, here)).statusCode).toBe(503);
  const confirmed = await service.post('/second-factor/confirm', { code: codeOf(key) }, here);
  expect(confirmed.statusCode).toBe(503);
  await database.sql('alter table act drop constraint untold');
  const signedIn = await service.post('/sign-in/email', { email, password: 'correct horse' });
  expect(signedIn.json()).toMatchObject({ user: { email } });
  expect(await waiting()).toEqual(['signed_in']);
});

test('each act is handed over once, to the first to ask, and stays queued until they commit', async () => {
  await Promise.all(
    Array.from({ length: 3 }, () => service.post('/sign-in/email', { email, password: 'wrong' })),
  );
  await campus.query('begin');
  const taken = await service.identity.drainActs(campus);
  expect(taken).toHaveLength(3);
  expect(taken[0]).toEqual({
    kind: 'sign_in_failed',
    email,
    subject: null,
    requestId: expect.any(String),
    address: '127.0.0.1',
    browser: 'lightMyRequest',
    agoMs: expect.any(Number),
  });
  const other = new pg.Client(database.connection);
  await other.connect();
  expect(await service.identity.drainActs(other)).toEqual([]);
  await campus.query('rollback');
  expect(await service.identity.drainActs(other)).toHaveLength(3);
  expect(await waiting()).toEqual([]);
  await other.end();
});

test('the right password of somebody the campus shuts out is a failed sign-in', async () => {
  await waiting();
  const shut = await openIdentity(database.connection, {
    admit: () => Promise.resolve({ active: false, issuedAt: Date.now() }),
  });
  const reply = await shut.post('/sign-in/email', { email, password: 'correct horse' });
  expect(reply.statusCode).toBe(403);
  expect(await waiting()).toEqual(['sign_in_failed']);
  await shut.close();
});
