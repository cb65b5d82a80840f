import type { Connection } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inDatabase, withClient } from '../db/connection.ts';
import { type Caller, testCampus, type TestCampus } from '../testing/test-campus.ts';

let campus: TestCampus;
let admin: Caller;

beforeAll(async () => {
  campus = await testCampus();
  admin = campus.as(await campus.make.admin());
});
afterEach(() => void campus.database.pool.removeAllListeners('acquire'));
afterAll(() => campus.close());

/** Cuts the connections given to the next requests, as when the database server goes down. */
const cutConnections = (cut: (stream: Connection['stream']) => void): void => {
  campus.database.pool.on('acquire', (client) =>
    cut((client as unknown as { connection: Connection }).connection.stream),
  );
};

test.each([
  ['closed', undefined],
  ['reset', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
  ['broken', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })],
])('a request whose connection to the database is %s is told to retry', async (_how, error) => {
  cutConnections((stream) => stream.destroy(error));
  const announcement = { title: 'Tea', message: 'At four.' };
  for (const answer of [
    await admin.get('/api/AdminDashboard/students/count'),
    await admin.get('/api/faculty/students/all?limit=5'),
    await admin.post('/api/admin/announcement', announcement),
  ]) {
    expect(answer).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    expect(answer.headers['retry-after']).toBe('2');
  }
  campus.database.pool.removeAllListeners('acquire');
  expect((await admin.post('/api/admin/announcement', announcement)).status).toBe(201);
});

test('a request is told to retry when every connection is busy for too long', async () => {
  const { pool } = campus.database;
  const { connectionTimeoutMillis } = pool.options;
  expect(connectionTimeoutMillis).toBeGreaterThan(0);
  const busy = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  pool.options.connectionTimeoutMillis = 1;
  const answer = await admin.get('/api/AdminDashboard/students/count');
  for (const client of busy) client.release();
  pool.options.connectionTimeoutMillis = connectionTimeoutMillis;
  expect(answer).toMatchObject({ status: 503, body: { error: 'unavailable' } });
  expect((await admin.get('/api/AdminDashboard/students/count')).status).toBe(200);
});

test.each([
  ['lets nobody in', 'allow_connections false', 'allow_connections true'],
  ['has no connection left', 'connection limit 0', 'connection limit -1'],
])('a request is told to retry while the database %s', async (_how, closed, opened) => {
  const { owner } = campus.database;
  const name = new URL(owner.connectionString).pathname.slice(1);
  const beside = (statement: string) =>
    withClient(inDatabase(owner, 'postgres'), (client) => client.query(statement));
  await beside(`alter database ${name} with ${closed}`);
  await beside(
    `select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = '${name}'`,
  );
  const answer = await admin.get('/api/AdminDashboard/students/count');
  await beside(`alter database ${name} with ${opened}`);
  expect(answer).toMatchObject({
    status: 503,
    headers: { 'retry-after': '2' },
    body: { error: 'unavailable' },
  });
  expect((await admin.get('/api/AdminDashboard/students/count')).status).toBe(200);
});
