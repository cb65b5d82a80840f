import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openMailServer } from '../testing/mail-server.ts';
import { operate, operateFailing } from '../testing/operate.ts';
import { testCampus } from '../testing/test-campus.ts';

const installed = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'campus-doctor-'));
  const campus = await testCampus();
  const mails = await openMailServer();
  const address = createServer((_, response) => response.end('{"version":"0.0.0"}'));
  await new Promise<void>((done) => {
    address.listen(0, '127.0.0.1', done);
  });
  onTestFinished(async () => {
    address.close();
    await mails.close();
    await campus.close();
    rmSync(dataDir, { recursive: true });
  });
  const env = {
    CAMPUS_DATA_DIR: dataDir,
    CAMPUS_DEMO: '0',
    CAMPUS_TIMEZONE: 'Asia/Kolkata',
    DATABASE_URL: campus.database.connection.connectionString,
    DATABASE_MIGRATE_URL: campus.database.owner.connectionString,
    IDENTITY_SECRET: 'a-secret-that-is-long-enough-for-all',
    PUBLIC_URL: `http://127.0.0.1:${(address.address() as AddressInfo).port}`,
    SMTP_URL: mails.url,
    MAIL_FROM: 'campus@example.edu',
  };
  return { env, database: campus.database };
};

test('the doctor finds nothing wrong with a campus that has what it needs, and says what it checked', async () => {
  const { env } = await installed();
  const told = await operate(['doctor'], env);
  expect(told).toContain('Nothing needs you.');
  expect(told).not.toContain('!!');
  for (const thing of [
    'Variables',
    'Data folder',
    'Uploads',
    'Database',
    'Sorting',
    'Tables',
    'Rights',
    'Clock',
    'Time zone',
    'Mail',
    'Address',
  ])
    expect(told).toContain(`ok  ${thing}: `);
});

test('the doctor asks for no data folder where Campus keeps nothing in one', async () => {
  const { env } = await installed();
  const told = await operate(['doctor'], {
    ...env,
    CAMPUS_DATA_DIR: join(env.CAMPUS_DATA_DIR, 'never-made'),
  });
  expect(told).toContain('ok  Data folder: not needed.');
});

/** Changes what a process learns from its machine. */
const onMachine = (change: string): string =>
  `--import data:text/javascript,${encodeURIComponent(change)}`;

test('the doctor names a wrong clock, disks that are nearly full and time zones that differ', async () => {
  const { env } = await installed();
  const told = await operateFailing(['doctor'], {
    ...env,
    NODE_OPTIONS: onMachine(`
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const { statfsSync } = fs;
      fs.statfsSync = (path) => Object.assign(statfsSync(path), { bsize: 4096, bavail: 10_000 });
      syncBuiltinESMExports();
      const { now } = Date;
      Date.now = () => now() + 600_000;
      const { toLocaleString } = Date.prototype;
      Date.prototype.toLocaleString = function (...given) {
        return toLocaleString.apply(new Date(this.getTime() + 3_600_000), given);
      };`),
  });
  const expected = [
    /!! {2}Data folder: only 0\.0 GB of \S+ GB are free at \S+\. .* Free some space/,
    /!! {2}Uploads: only 0\.0 GB of \S+ GB are free at \S+\. .* Free some space/,
    /!! {2}Clock: 600\.\d s off the database's\. .* Synchronise both machines/,
    /!! {2}Time zone: in Asia\/Kolkata it is \S+ \S+ here and \S+ \S+ in the database\. Update/,
    '4 to fix.',
  ];
  for (const sentence of expected) expect(told).toMatch(sentence);
});

test('the doctor says that files cannot arrive in the folder for uploads', async () => {
  const { env } = await installed();
  const told = await operateFailing(['doctor'], { ...env, TMPDIR: '/nowhere' });
  expect(told).toMatch(/!! {2}Uploads: .*\/nowhere.* Allow the account that runs Campus to write/);
});

test('the doctor names each thing that is wrong and what to do, and exits with 1', async () => {
  const { env, database } = await installed();
  await database.asOwner(`
    grant update on person_changes to ${database.role};
    update pg_collation set collversion = '1.0' where collname in (
      select collname from pg_index join pg_collation on pg_collation.oid = any (indcollation)
      where collprovider = 'i');
    delete from campus_migrations where name = (select max(name) from campus_migrations)`);
  const told = await operateFailing(['doctor'], {
    ...env,
    CAMPUS_TIMEZON: 'Asia/Kolkata',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: 'https://127.0.0.1:1',
  });
  const expected = [
    'CAMPUS_TIMEZON is not a variable of Campus. Did you mean CAMPUS_TIMEZONE?',
    /Sorting: public\.campus_natural was version 1\.0 and is \S+\. Run reindex index for .*students_roll_no_key.*, then: alter collation/,
    /Tables: 1 migrations are to come, \d{4}_\w+ first\. .*node campus\.js migrate/,
    /Rights: The database user \w+ has other rights than the service needs\. Start Campus /,
    /Mail: .*ECONNREFUSED.*Check SMTP_URL\./,
    'Proxy: people use https, but no proxy is trusted',
    'Address: https://127.0.0.1:1 does not lead to a Campus',
    '8 to fix.',
  ];
  for (const sentence of expected) expect(told).toMatch(sentence);
});

test('the doctor names the indexes to rebuild when the sorting rules of the database itself have changed', async () => {
  const { env, database } = await installed();
  await database.asOwner(
    "update pg_database set datcollversion = '2.31' where datname = current_database()",
  );
  const told = await operateFailing(['doctor'], env);
  expect(told).toMatch(/Sorting: the default collation of \w+ was version 2\.31 and is \S+\. Run/);
  const [, indexes = '', refresh = ''] =
    /Run reindex index for (.*), then: (alter database \w+ refresh collation version)\.\n/.exec(
      told,
    ) ?? [];
  expect(indexes.split(', ')).toEqual(
    expect.arrayContaining(['people_email_key', 'foreign_ids_pkey', 'identity.user_email_key']),
  );
  for (const index of indexes.split(', ')) await database.asOwner(`reindex index ${index}`);
  await database.asOwner(refresh);
  expect(await operate(['doctor'], env)).toContain('ok  Sorting: ');
});

test('the doctor checks everything else even if the database cannot be used', async () => {
  const { env } = await installed();
  const url = new URL(env.DATABASE_URL);
  url.pathname = '/nowhere';
  const told = await operateFailing(['doctor'], { ...env, DATABASE_URL: url.href });
  expect(told).toMatch(
    /!! {2}Database: DATABASE_URL names a database that cannot be used .*nowhere/,
  );
  expect(told).toContain('ok  Mail: ');
  expect(told).toContain('1 to fix.');
});
