import { appendFileSync, existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withClient } from '../db/connection.ts';
import { startEmbedded } from '../db/embedded/start.ts';
import { openDatabase } from '../db/open-database.ts';
import { operate, operateFailing } from '../testing/operate.ts';

const dataFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'campus-commands-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'data');
};

test('help lists every command and succeeds', async () => {
  const commands = ['backup', 'restore', 'migrate', 'doctor', 'reset-factor', 'verify-trail'];
  for (const asked of ['--help', '-h', 'help']) {
    const told = await operate([asked], {});
    for (const command of commands) expect(told).toContain(`\n  ${command}`);
  }
  expect(await operateFailing([], {})).toContain('Usage: node campus.js <command>');
});

test('a command that does not exist is named, with those that do', async () => {
  expect(await operateFailing(['back-up', '/backups/monday'], {})).toMatch(
    /^There is no command back-up\.\nUsage: node campus\.js <command>\n {2}backup <folder>/,
  );
});

test('help about a command, or an argument that it does not take, does nothing but say how it is called', async () => {
  const folder = dataFolder();
  await (await startEmbedded({ folder })).stop();
  const env = { CAMPUS_DATA_DIR: folder, CAMPUS_BACKUP_PASSPHRASE: 'correct horse battery' };
  const backup = `${folder}-backup`;
  for (const [args, told] of [
    [['migrate', '--help'], 'Usage: node campus.js migrate: '],
    [['migrate', 'now'], 'Usage: node campus.js migrate: '],
    [['doctor', '-h'], 'Usage: node campus.js doctor: '],
    [['reset-factor', '--help'], 'Say whose: node campus.js reset-factor <e-mail>\n'],
    [['backup', backup, '--quiet'], 'Usage: node campus.js backup <folder>: '],
  ] as const)
    expect((await operateFailing([...args], env)).startsWith(told)).toBe(true);
  expect(existsSync(backup)).toBe(false);
  // Nothing was migrated before the command was called as it should be.
  expect(await operate(['migrate'], env)).toMatch(/^Applied: /);
});

test('what a command finds wrong is said as it is, also if the disk of a running Campus was full once', async () => {
  const dataDir = dataFolder();
  const running = await openDatabase({ dataDir, database: { kind: 'embedded' } });
  onTestFinished(() => running.stop());
  const env = { CAMPUS_DATA_DIR: dataDir };
  await operate(['migrate'], env);
  await withClient(running.owner, (client) =>
    client.query(`update campus_migrations set sha256 = '' where name like '0001%'`),
  );
  const log = join(dataDir, 'postgres.log');
  appendFileSync(log, 'No space left on device\n');
  // As if a warning had been added while the command runs.
  utimesSync(log, new Date(), new Date(Date.now() + 3_600_000));
  expect(await operateFailing(['reset-factor', 'nobody@example.edu'], env)).toBe(
    'Nobody on campus has the e-mail nobody@example.edu.\n',
  );
  expect(await operateFailing(['migrate'], env)).toMatch(/^Migration 0001\S+ was changed/);
});
