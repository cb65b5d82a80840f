import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createCampus } from '../../campus.ts';
import type { Database } from '../../db/database.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { PasswordPolicyClient } from '../../identity-client.ts';
import { followSettings } from './index.ts';

let database: TestDatabase;
const warnings: string[] = [];
const log = { warn: (_details: object, sentence: string) => void warnings.push(sentence) };
const demands = { minLength: 6, upperAndLower: false, digit: false, symbol: false };
const enforced: unknown[] = [];
let identityAnswers = true;
const identity: PasswordPolicyClient = {
  leastPasswordPolicy: demands,
  passwordPolicy: () => Promise.resolve(demands),
  setPasswordPolicy: async (policy) => {
    if (!identityAnswers) throw new Error('away');
    enforced.push(policy);
  },
};
const process = (db: Database = database) => createCampus({ db, timezone: 'Europe/Berlin' });

beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());
afterAll(() => database.drop());

test('a process follows what another one has stored, within moments', async () => {
  const campus = process();
  const following = followSettings(campus, identity, log);
  await database.pool.query(
    `update campus_settings set timezone = 'Asia/Tokyo', version = version + 1`,
  );
  expect(campus.timezone).toBe('Europe/Berlin');
  vi.advanceTimersByTime(2000);
  await following.stop();
  expect(campus.timezone).toBe('Asia/Tokyo');
});

test('while the database is away the last settings count, which is said once', async () => {
  const away = { query: () => Promise.reject(new Error('away')) };
  const campus = process(away as never);
  const following = followSettings(campus, identity, log);
  vi.advanceTimersByTime(2000);
  await expect.poll(() => warnings).toHaveLength(1);
  vi.advanceTimersByTime(2000);
  await following.stop();
  expect(warnings).toEqual(['The settings could not be followed; the last ones count.']);
  expect(campus.timezone).toBe('Europe/Berlin');
});

test('a password policy is handed over until the identity service has taken it', async () => {
  const campus = process();
  const following = followSettings(campus, identity, log);
  const wanted = { ...demands, minLength: 12 };
  await database.pool.query('update campus_settings set passwords = $1, version = version + 1', [
    JSON.stringify(wanted),
  ]);
  identityAnswers = false;
  warnings.length = 0;
  vi.advanceTimersByTime(2000);
  await expect.poll(() => warnings).toHaveLength(1);
  expect(enforced).toEqual([]);
  identityAnswers = true;
  vi.advanceTimersByTime(2000);
  await expect.poll(() => enforced).toEqual([wanted]);
  vi.advanceTimersByTime(2000);
  await following.stop();
  expect(enforced).toEqual([wanted]);
});
