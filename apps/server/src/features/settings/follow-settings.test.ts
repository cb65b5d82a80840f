import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCampus } from '../../campus.ts';
import type { Database } from '../../db/database.ts';
import { startJobs } from '../../jobs.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { settingsJob } from './index.ts';

let database: TestDatabase;
const process = (db: Database = database) => createCampus({ db, timezone: 'Europe/Berlin' });

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('a process adopts settings stored by another one when it next refreshes', async () => {
  const campus = process();
  await database.pool.query(
    `update campus_settings set timezone = 'Asia/Tokyo', version = version + 1`,
  );
  expect(campus.timezone).toBe('Europe/Berlin');
  expect(await settingsJob(campus).run()).toBe(2000);
  expect(campus.timezone).toBe('Asia/Tokyo');
});

test('while the database is unavailable the last settings apply, which is logged once', async () => {
  let asked = 0;
  const query = () => {
    asked += 1;
    return Promise.reject(new Error('away'));
  };
  const campus = process({ query, row: query, one: query, rows: query } as never);
  const said: string[] = [];
  const log = { error: (_details: object, sentence: string) => void said.push(sentence) };
  const jobs = startJobs([{ ...settingsJob(campus), retryMs: 1 }], log, campus.clock);
  await expect.poll(() => asked).toBeGreaterThan(2);
  await jobs.stop();
  expect(said).toEqual(['The settings could not be followed; the last ones count.']);
  expect(campus.timezone).toBe('Europe/Berlin');
});
