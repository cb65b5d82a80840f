import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startProcess } from '../testing/campus-process.ts';
import { operate, operateFailing } from '../testing/operate.ts';
import { emptyDatabase } from '../testing/test-database.ts';
import { withClient } from './connection.ts';
import { migrateAll } from './migrate.ts';

/** An empty database with a user of its own, who may not do anything yet. */
const ownUser = async () => {
  const database = await emptyDatabase();
  const [{ name }] = (await database.asOwner('select current_database() as name')).rows;
  const user = `${name}_own`;
  await database.asOwner(`create role ${user} login password 'has-its-own'`);
  const dataDir = mkdtempSync(join(tmpdir(), 'campus-open-'));
  onTestFinished(async () => {
    rmSync(dataDir, { recursive: true });
    await database.drop();
    await withClient(inject('testServer').admin, (client) => client.query(`drop role ${user}`));
  });
  const url = new URL(database.owner.connectionString);
  Object.assign(url, { username: user, password: 'has-its-own' });
  const env = {
    CAMPUS_DATA_DIR: dataDir,
    CAMPUS_DEMO: '0',
    CAMPUS_TIMEZONE: 'Europe/Berlin',
    PUBLIC_URL: 'https://campus.example.edu',
    IDENTITY_SECRET: 'a secret of more than 32 characters for this',
    DATABASE_URL: url.href,
  };
  return { database, name, user, env };
};

test('a user who may create tables but no schema is told both grants, and they are enough', async () => {
  const { database, name, user, env } = await ownUser();
  const grants = `grant create on schema public to ${user}; grant create on database ${name} to ${user}`;
  const told = `DATABASE_URL names a database that its user may not create tables in: run ${grants}; or make the user the owner of the database.\n`;
  expect(await operateFailing(['migrate'], env)).toBe(told);
  await database.asOwner(`grant create on schema public to ${user}`);
  expect(await operateFailing(['migrate'], env)).toBe(told);
  // What the former version left, which had begun to migrate.
  await database.asOwner(`
    create table campus_migrations (name text primary key, sha256 text not null,
      applied_at timestamptz not null default now());
    alter table campus_migrations owner to ${user}`);
  expect(await operateFailing(['migrate'], env)).toBe(told);
  await database.asOwner(grants);
  expect(await operate(['migrate'], env)).toMatch(/^Applied: 0001/);
  await database.asOwner(
    `revoke create on database ${name} from ${user}; revoke create on schema public from ${user}`,
  );
  expect(await operate(['migrate'], env)).toMatch(/^The tables are up to date\./);
});

test.each(['start', 'migrate', 'doctor'] as const)(
  'a database without a free connection is waited for by %s, saying so, whichever connection it is',
  async (by) => {
    const { database, name, user, env } = await ownUser();
    await database.asOwner(
      `alter database ${name} owner to ${user}; alter role ${user} connection limit 1`,
    );
    const campus =
      by === 'start'
        ? startProcess(env)
        : startProcess(env, { program: '../dist/operator/main.js', args: [by] });
    await campus.says(/^Waiting up to a minute for the database at \S+: too many connections .*$/m);
    await database.asOwner(`alter role ${user} connection limit -1`);
    await campus.says(
      { start: /Campus is ready/, migrate: /Applied: 0001/, doctor: /ok {2}Database: / }[by],
    );
    campus.signal('SIGTERM');
    await campus.exit;
    expect(campus.output()).not.toContain('    at ');
  },
);

test('migrations wait for a free connection', async () => {
  const { database, name, user, env } = await ownUser();
  await database.asOwner(`
    alter database ${name} owner to ${user}; alter role ${user} connection limit 0`);
  const connection = { connectionString: env.DATABASE_URL };
  const said: string[] = [];
  const waiting = async (sentence: string) => {
    said.push(sentence);
    await database.asOwner(`alter role ${user} connection limit -1`);
  };
  const { applied } = await migrateAll({ connection, owner: connection, role: user }, { waiting });
  expect(applied[0]).toMatch(/^0001/);
  expect(said).toEqual([expect.stringMatching(/^Waiting up to a minute .* too many connections/)]);
});

test('a migration that was interrupted names what it applied before as well', async () => {
  const database = await emptyDatabase();
  onTestFinished(() => database.drop());
  await database.asOwner(`
    create function stop() returns event_trigger language plpgsql as $$
    begin
      raise exception 'the database is stopping' using errcode = 'admin_shutdown';
    end
    $$;
    create event trigger stop on ddl_command_start when tag in ('CREATE SCHEMA')
    execute function stop()`);
  const waiting = () => void database.asOwner('drop event trigger stop');
  const { applied } = await migrateAll(database, { waiting });
  // The campus's before the identity service's.
  expect(applied.filter((name) => name.startsWith('0001_'))).toHaveLength(2);
});
