import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClock } from '../clock.ts';
import { testCampus, type TestCampus } from '../testing/test-campus.ts';

const minute = 60_000;
let ahead = 0;
let campus: TestCampus;

beforeAll(async () => {
  campus = await testCampus({ clock: createClock({ machine: () => Date.now() + ahead }) });
});
afterAll(() => campus.close());

test('a student who changes something again and again has to wait, and nobody else has to', async () => {
  const student = await campus.make.student();
  const renew = () => campus.as(student).post('/api/calendar-address');
  const statuses = new Set<number>();
  for (let count = 0; count < 300; count += 1) statuses.add((await renew()).status);
  expect([...statuses]).toEqual([201]);

  const refused = await renew();
  expect(refused.status).toBe(429);
  expect(refused.body.message).toContain('Please wait ten minutes');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(300);
  expect((await campus.as(student).get('/api/calendar-address')).status).toBe(200);
  expect((await campus.as(student).post('/api/auth/logout')).status).toBeLessThan(300);
  const other = campus.as(await campus.make.student());
  expect((await other.post('/api/calendar-address')).status).toBe(201);

  ahead = 10 * minute;
  expect((await renew()).status).toBe(201);
});
