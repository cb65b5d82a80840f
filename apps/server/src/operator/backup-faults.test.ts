import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { operate, operateFailing } from '../testing/operate.ts';
import { emptyDatabase, type TestDatabase, testDatabase } from '../testing/test-database.ts';

const inFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'campus-faults-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return (name: string) => join(folder, name);
};

const envOn = ({ owner }: TestDatabase, dataDir: string) => ({
  CAMPUS_DATA_DIR: dataDir,
  CAMPUS_DEMO: '0',
  CAMPUS_TIMEZONE: 'Asia/Kolkata',
  CAMPUS_BACKUP_PASSPHRASE: 'correct horse battery',
  DATABASE_URL: owner.connectionString,
  IDENTITY_SECRET: 'a secret of more than 32 characters for this',
  PUBLIC_URL: 'https://campus.example.edu',
});

const closing = (database: TestDatabase): TestDatabase => {
  onTestFinished(() => database.drop());
  return database;
};

/** The backup of an empty campus, and an empty database. */
const restorable = async () => {
  const path = inFolder();
  const backup = path('backup');
  await operate(['backup', backup], envOn(closing(await testDatabase()), path('data')));
  const database = closing(await emptyDatabase());
  return { backup, database, env: { ...envOn(database, path('data')), IDENTITY_SECRET: '' } };
};

test('a backup whose disk is full says so in one sentence, and leaves nothing', async () => {
  const path = inFolder();
  mkdirSync(path('backups'));
  writeFileSync(
    path('full.mjs'),
    `import fs from 'node:fs';
     const full = { code: 'ENOSPC', syscall: 'write', errno: -28 };
     fs.write = fs.writev = (...given) =>
       given.at(-1)(Object.assign(new Error('ENOSPC: no space left on device, write'), full));`,
  );
  const folder = path('backups/one');
  const env = envOn(closing(await testDatabase()), path('data'));
  expect(
    await operateFailing(['backup', folder], {
      ...env,
      NODE_OPTIONS: `--import=${path('full.mjs')}`,
    }),
  ).toBe(`No backup can be written to ${folder}: the disk is full.\n`);
  expect(readdirSync(path('backups'))).toEqual([]);
});

test('a backup whose database is lost says so in one sentence, and leaves nothing', async () => {
  const path = inFolder();
  mkdirSync(path('backups'));
  const database = closing(await testDatabase());
  const holder = await database.pool.connect();
  onTestFinished(() => holder.release(true));
  holder.on('error', () => undefined);
  await holder.query('begin; lock table marking_phrases');
  const said = operateFailing(['backup', path('backups/one')], envOn(database, path('data')));
  const waiting = `select from pg_locks join pg_database on pg_database.oid = database
    where not granted and datname = current_database()`;
  await expect.poll(async () => (await database.asOwner(waiting)).rowCount).toBe(1);
  await database.asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  expect(await said).toMatch(/^The connection to the database was lost \(.+\): .*try again\.\n$/);
  expect(readdirSync(path('backups'))).toEqual([]);
});

test('a restore into a database whose disk is full says so in one sentence, and leaves it empty', async () => {
  const { backup, database, env } = await restorable();
  await database.asOwner(`
    create function no_space() returns event_trigger language plpgsql as $$
    begin
      raise exception 'could not extend file' using errcode = 'disk_full';
    end
    $$;
    create event trigger no_space on ddl_command_end when tag in ('ALTER TABLE')
    execute function no_space()`);
  expect(await operateFailing(['restore', backup], env)).toMatch(
    /^The disk of \S+ is full: make room there, and start again\.\n$/,
  );
  await database.asOwner('drop event trigger no_space; drop function no_space');
  expect(await operate(['restore', backup], env)).toContain('is restored.');
});
