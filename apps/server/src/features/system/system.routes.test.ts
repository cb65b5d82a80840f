import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { System } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

const folder = mkdtempSync(join(tmpdir(), 'campus-system-'));
const config = readConfig({
  CAMPUS_DATA_DIR: folder,
  CAMPUS_DEMO: '0',
  CAMPUS_TIMEZONE: 'Europe/Berlin',
  PUBLIC_URL: 'https://127.0.0.1:1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  CAMPUS_BACKUP_FOLDER: join(folder, 'backups'),
  CAMPUS_BACKUP_PASSPHRASE: 'correct horse battery',
});
const since = Date.parse('2026-03-11T08:00:00Z');
let campus: TestCampus;
let seen: System;

beforeAll(async () => {
  campus = await testCampus({
    config,
    withIdentity: true,
    jobs: () => [
      {
        name: 'Withdrawals',
        does: 'Ends the access of students',
        failed: 'Withdrawals could not be carried out.',
        lastRun: since,
        tookMs: 12.3,
        nextRun: since + 60_000,
        failingSince: since,
        error: new Error('a riddle'),
      },
    ],
  });
  const admin = campus.as(await campus.make.admin());
  await admin.post('/api/uploadStudent', { name: 'Ada Lovelace', email: 'ada@example.edu' });
  const { status, body } = await admin.get<System>('/api/system', {
    'x-forwarded-for': '198.51.100.7',
  });
  expect(status).toBe(200);
  seen = body;
});
afterAll(async () => {
  await campus.close();
  rmSync(folder, { recursive: true });
});

test('problems that stop people come first, with since when, what is lost and what to do', () => {
  const [first] = seen.problems;
  expect(first).toMatchObject({
    urgency: 'now',
    title: 'Mails do not go out',
    toDo: 'Check SMTP_URL. Waiting mails are then sent automatically.',
  });
  expect(first?.text).toMatch(/ECONNREFUSED.* 1 wait, 1 of them invitations\. Nothing is lost\.$/);
  expect(first?.since).toBe(seen.mails.waitingSince);
  expect(seen.problems.map(({ title }) => title).toSorted()).toEqual([
    'A proxy is not trusted',
    'Campus cannot reach its own address',
    'Mails do not go out',
    'No backup has been taken yet',
    'The job “Withdrawals” fails',
  ]);
  expect(seen.problems.find(({ topic }) => topic === 'Jobs')).toMatchObject({
    urgency: 'soon',
    since: '2026-03-11T08:00:00.000Z',
    text: 'Ends the access of students: Withdrawals could not be carried out. The reason: a riddle.',
  });
});

test('the state of backups, mails, people and jobs is shown', () => {
  expect(seen).toMatchObject({
    backup: { takenAt: null, bytes: null, kept: 14, everyHours: 24, nextAt: null },
    mails: { waiting: 1, sent: 0, refused: 0 },
    peopleWithin15Minutes: 0,
    connections: {
      most: campus.database.pool.options.max + campus.identity.pool.options.max,
    },
    errors: 0,
    jobs: [{ name: 'Withdrawals', tookMs: 12, nextRun: '2026-03-11T08:01:00.000Z' }],
  });
});

test('people are counted while they use a session', async () => {
  const { email, name } = await campus.make.student();
  const password = 'correct horse';
  await campus.identity.createAccount({ email, name, password, emailVerified: true });
  await campus.signIn(email, password);
  await campus.signIn(email, password);
  const { body } = await campus.as(await campus.make.admin()).get<System>('/api/system');
  expect(body.peopleWithin15Minutes).toBe(1);
});

test('a demo on this machine needs no attention', async () => {
  const demo = await testCampus({ config: readConfig({ CAMPUS_DATA_DIR: folder }) });
  const { body } = await demo.as(await demo.make.admin()).get<System>('/api/system');
  await demo.close();
  expect(body.problems).toEqual([]);
  expect(body.backup).toBeNull();
});
