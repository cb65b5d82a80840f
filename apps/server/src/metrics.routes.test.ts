import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { createMetrics } from './metrics.ts';
import { testCampus, type TestCampus } from './testing/test-campus.ts';

const token = 'a-token-of-a-scraper';
let campus: TestCampus;

beforeAll(async () => {
  const config = readConfig({
    CAMPUS_DATA_DIR: import.meta.dirname,
    CAMPUS_BACKUP_FOLDER: import.meta.dirname,
    CAMPUS_BACKUP_PASSPHRASE: 'a passphrase of a test',
    CAMPUS_BACKUP_HOURS: '6',
  });
  const metrics = createMetrics(config, token);
  campus = await testCampus({ metrics, withIdentity: true });
  metrics.observe({
    db: campus.database,
    clock: campus.campus.clock,
    identity: campus.identity,
    jobs: () => [
      {
        name: 'Settings',
        does: 'Follows',
        failed: 'Not followed.',
        nextRun: undefined,
        failingSince: 1,
        lastRun: 1,
        tookMs: 250,
      },
    ],
  });
  campus.database.pool.on('connect', metrics.watch);
});
afterAll(() => campus.close());

const look = (authorization?: string) =>
  campus.nobody.get<string>('/metrics', authorization === undefined ? {} : { authorization });

test.each([undefined, 'Bearer ', 'Bearer another', token])(
  'the metrics are not shown to anyone with %s as the token',
  async (given) => {
    const { status, body } = await look(given);
    expect({ status, said: JSON.stringify(body).includes('campus_') }).toEqual({
      status: 401,
      said: false,
    });
  },
);

test('the metrics show how long each route takes, what is waiting and how the process is doing, and nothing about people', async () => {
  const admin = campus.as(await campus.make.admin({ email: 'ruth@example.edu' }));
  await admin.post('/api/uploadStudent', { name: 'Ada Lovelace', email: 'ada@example.edu' });
  await admin.get('/api/students/by-email/ada@example.edu');
  await admin.get('/nowhere/ada@example.edu');
  const { status, body, headers } = await look(`Bearer ${token}`);
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('text/plain');
  for (const line of [
    'campus_info{version="',
    'campus_request_seconds_count{method="GET",route="/api/students/by-email/:email",status="2xx"} 1',
    'campus_request_seconds_count{method="GET",route="none",status="4xx"} 1',
    'campus_outbox_tasks{kind="invitation",state="waiting"} 1',
    'campus_outbox_oldest_seconds{kind="invitation",state="waiting"} ',
    'campus_database_up 1',
    'campus_connections{state="idle"} ',
    'campus_connections_waited_for 0',
    'campus_clock_behind_seconds 0',
    'campus_jobs{state="failing"} 1',
    'campus_job_seconds{job="Settings"} 0.25',
    'campus_disk_free_bytes{folder="data"} ',
    'campus_disk_free_bytes{folder="uploads"} ',
    'campus_backup_age_seconds +Inf',
    'campus_backup_interval_seconds 21600',
    'nodejs_eventloop_lag_p99_seconds ',
    'process_resident_memory_bytes ',
    'process_start_time_seconds ',
  ])
    expect(body).toContain(line);
  expect(Number(/campus_statement_seconds_count (\d+)/.exec(body)?.[1])).toBeGreaterThan(3);
  expect(body).not.toMatch(/ada|ruth|@/);
  const alerts = readFileSync(new URL('../../../deploy/alerts.yml', import.meta.url), 'utf8');
  const watched = new Set(alerts.match(/\bcampus_\w+/g));
  expect([...watched].filter((name) => !body.includes(`\n${name}`))).toEqual([]);
});

test('the metrics count mails by state, and those given up for a day', async () => {
  const { id } = await campus.make.student();
  await campus.database.pool.query(
    `insert into account_outbox (kind, person_id, attempts, finished_at, outcome) values
       ('factor_reset', $1, 1, null, null),
       ('factor_reset', $1, 9, now() - interval '23 hours', 'failed'),
       ('factor_reset', $1, 9, now() - interval '25 hours', 'failed')`,
    [id],
  );
  const { body } = await look(`Bearer ${token}`);
  const told = body.match(/^campus_outbox_tasks\{kind="factor_reset".*$/gm)?.toSorted();
  expect(told).toEqual([
    'campus_outbox_tasks{kind="factor_reset",state="failed"} 1',
    'campus_outbox_tasks{kind="factor_reset",state="retrying"} 1',
  ]);
});

test('the metrics count the connections for sign-in as well', async () => {
  await campus.identity.describeAccount({ email: 'ada@example.edu' });
  const { totalCount } = campus.database.pool;
  const { body } = await look(`Bearer ${token}`);
  const shown = body.match(/(?<=^campus_connections\{state="\w+"\} )\d+/gm) ?? [];
  expect(shown).toHaveLength(2);
  expect(shown.reduce((all, one) => all + Number(one), 0)).toBeGreaterThan(totalCount);
});

test('the metrics are available even while the database does not answer', async () => {
  const { pool } = campus.database;
  const busy = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  pool.options.connectionTimeoutMillis = 1;
  const { body } = await look(`Bearer ${token}`);
  for (const client of busy) client.release();
  pool.options.connectionTimeoutMillis = 30_000;
  expect(body).toContain('campus_database_up 0');
  expect(body).toContain(`campus_connections{state="used"} ${pool.options.max}`);
});
