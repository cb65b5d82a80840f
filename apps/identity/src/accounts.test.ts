import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from './index.ts';
import {
  openDatabase,
  openIdentity,
  type TestIdentity,
  type TestDatabase,
} from './testing/test-identity.ts';

let database: TestDatabase;
let service: TestIdentity;

beforeAll(async () => {
  database = await openDatabase();
  service = await openIdentity(database.connection);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const account = (email: string, password = 'correct horse') => ({
  email,
  name: email,
  password,
  emailVerified: true,
});

test('creating an account that exists returns it unchanged, with its old password', async () => {
  const first = await service.identity.createAccount(account('anna@example.edu'));
  const again = await service.identity.createAccount(account('ANNA@example.edu', 'another one'));
  expect(again).toEqual(first);
  expect(await service.signIn('anna@example.edu', 'correct horse')).toContain(
    'campus.session_token',
  );
});

test('an account requested several times at once is created once', async () => {
  const created = await Promise.all(
    Array.from({ length: 8 }, () => service.identity.createAccount(account('bert@example.edu'))),
  );
  expect(new Set(created.map(({ subject }) => subject)).size).toBe(1);
});

test('creates ten thousand accounts with one shared hash, in the order given, duplicates included', async () => {
  const passwordHash = await hashPassword('campus-demo-1');
  const emails = Array.from({ length: 10_000 }, (_, index) => `s${index}@example.edu`);
  const wanted = [...emails, 'S0@example.edu', 'anna@example.edu'];
  const created = await service.identity.createAccounts(
    wanted.map((email) => ({ email, name: email, passwordHash, emailVerified: true })),
  );
  expect(created.map(({ email }) => email)).toEqual(wanted.map((email) => email.toLowerCase()));
  expect(created[10_000]).toEqual(created[0]);
  expect(await service.signIn('s9999@example.edu', 'campus-demo-1')).toContain(
    'campus.session_token',
  );
  expect(await service.signIn('anna@example.edu', 'correct horse')).toContain(
    'campus.session_token',
  );
});

test('accepts an empty list of accounts', async () => {
  expect(await service.identity.createAccounts([])).toEqual([]);
});

test('a short or easily guessed password, or an invalid e-mail, creates nothing', async () => {
  await expect(
    service.identity.createAccounts([
      account('cora@example.edu'),
      account('dora@example.edu', '12345'),
    ]),
  ).rejects.toThrow('A password needs at least 6 characters.');
  for (const guessed of ['Iloveyou', 'Cora.Example'])
    await expect(
      service.identity.createAccount(account('cora@example.edu', guessed)),
    ).rejects.toThrow('Choose another.');
  await expect(
    service.identity.createAccounts([account('cora@example.edu'), account('nobody')]),
  ).rejects.toThrow('"nobody" is not an e-mail address.');
  const { rows } = await database.sql(`select email from "user" where email like 'cora%'`);
  expect(rows).toEqual([]);
});

/** What the data of an account has of each table of this service, */
const exported = {
  user: 'account',
  account: 'signs in by',
  session: 'sessions',
  known_device: 'known devices since',
  password_link: 'links',
};
/** or why it has nothing of it. */
const untold = {
  act: 'on its way to the trail of the campus, which tells it',
  jwks: 'keys of the service',
  migration: 'of the database',
  password_guesses: 'by digests, for an hour',
  password_policy: 'of the campus',
  tried_code: 'digests of codes',
  twoFactor: 'secrets; `account` has whether there are any',
  university_sign_in: 'of a browser nobody has signed in with yet',
  verification: 'for minutes, until a code is entered',
};

test('the data of an account has something of every table, or it says here why not', async () => {
  const { rows } = await database.sql<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'identity' and table_type = 'BASE TABLE'`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    Object.keys({ ...exported, ...untold }).toSorted(),
  );
  const { subject } = await service.identity.createAccount(account('cleo@example.edu'));
  expect(Object.keys((await service.identity.accountData(subject)) ?? {}).toSorted()).toEqual(
    Object.values(exported).toSorted(),
  );
});
