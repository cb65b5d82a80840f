import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { locks } from '../db/locks.ts';
import { startProcess } from '../testing/campus-process.ts';
import { countWaiting } from '../testing/locks.ts';
import { testDatabase } from '../testing/test-database.ts';

/** A Campus whose first scheduled backup waits for a table. */
const backingUp = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'campus-lost-'));
  const database = await testDatabase();
  const holder = await database.pool.connect();
  holder.on('error', () => undefined);
  await holder.query('begin; lock table marking_phrases');
  const campus = startProcess({
    CAMPUS_DEMO: '0',
    CAMPUS_TIMEZONE: 'Asia/Kolkata',
    PUBLIC_URL: 'https://campus.example.edu',
    DATABASE_URL: database.connection.connectionString,
    DATABASE_MIGRATE_URL: database.owner.connectionString,
    IDENTITY_SECRET: 'a secret of more than 32 characters for this',
    CAMPUS_BACKUP_FOLDER: join(folder, 'backups'),
    CAMPUS_BACKUP_PASSPHRASE: 'correct horse battery',
  });
  onTestFinished(async () => {
    holder.release(true);
    campus.signal('SIGTERM');
    await campus.exit;
    await database.drop();
    rmSync(folder, { recursive: true });
  });
  await campus.says(/Campus is ready/);
  await expect.poll(() => countWaiting(database)).toBe(1);
  return {
    campus,
    database,
    taken: () => readdirSync(join(folder, 'backups')),
    release: () => holder.query('commit'),
    holder: (await holder.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid,
  };
};

test('a backup goes on when the connection is lost that holds its lock', async () => {
  const { campus, database, taken, release } = await backingUp();
  const ended = await database.asOwner(
    `select pg_terminate_backend(pid, 60000) from pg_locks
     where locktype = 'advisory' and objid = $1 and granted`,
    [locks.backups],
  );
  expect(ended.rowCount).toBe(1);
  await release();
  await campus.says(/A backup was taken/);
  expect(taken()).toEqual([expect.stringMatching(/^campus-\S+Z$/)]);
});

test('a backup whose database is lost fails, leaves nothing, and Campus keeps running', async () => {
  const { campus, database, taken, holder } = await backingUp();
  // All but the holder of the table: without it, the backup might be complete before its turn comes.
  await database.asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid not in (pg_backend_pid(), $1)`,
    [holder],
  );
  await campus.says(/No backup could be taken to/);
  expect(taken()).toEqual([]);
  campus.signal('SIGTERM');
  expect(await campus.exit).toBe(0);
});
