import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createCampus } from '../../campus.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { followSettings } from './index.ts';

let database: TestDatabase;
const warnings: string[] = [];
const log = { warn: (_details: object, sentence: string) => void warnings.push(sentence) };
const process = (pool = database.pool) =>
  createCampus({ db: database.kysely, pool, timezone: 'Europe/Berlin' });

beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());
afterAll(() => database.drop());

test('a process follows what another one has stored, within moments', async () => {
  const campus = process();
  const following = followSettings(campus, log);
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
  const following = followSettings(campus, log);
  vi.advanceTimersByTime(2000);
  await vi.waitFor(() => expect(warnings).toHaveLength(1));
  vi.advanceTimersByTime(2000);
  await following.stop();
  expect(warnings).toEqual(['The settings could not be read again; the last ones count.']);
  expect(campus.timezone).toBe('Europe/Berlin');
});
