import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startProcess } from '../testing/campus-process.ts';
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

test('no backup is taken with another secret than that of the campus: nobody could sign in to what is restored', async () => {
  const path = inFolder();
  const database = closing(await testDatabase());
  const env = { ...envOn(database, path('data')), HOST: '127.0.0.1', PORT: '0' };
  const folder = path('one');
  const campus = startProcess(env);
  await campus.says(/Campus is ready/);
  campus.signal('SIGTERM');
  await campus.exit;
  const another = { ...env, IDENTITY_SECRET: 'another secret of more than 32 characters' };
  const sentence = /^The secret is not the one that this Campus runs with: .*\n$/;
  expect(await operateFailing(['backup', folder], another)).toMatch(sentence);
  // A key that has expired would be replaced by one made with the other secret.
  await database.asOwner('update identity.jwks set "expiresAt" = now()');
  expect(await operateFailing(['backup', folder], another)).toMatch(sentence);
  const refused = startProcess(another);
  expect(await refused.exit).toBe(1);
  expect(refused.output()).toContain('was its secret changed? Give it the secret of before');
  expect(existsSync(folder)).toBe(false);
  expect(await operate(['backup', folder], env)).toContain('verified.');
});

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
  expect(await said).toMatch(
    /^The database did not answer, or the connection to it was lost \(.+\): .*try again\.\n$/,
  );
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
