import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { machineChecks } from '../features/system/index.ts';
import { startProcess } from '../testing/campus-process.ts';
import { operateFailing } from '../testing/operate.ts';
import { testDatabase } from '../testing/test-database.ts';
import { newestBackup } from './index.ts';

const inFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'campus-backup-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'file');
  writeFileSync(file, '');
  return { folder, file };
};
const passphrase = { CAMPUS_BACKUP_PASSPHRASE: 'correct horse battery' };

test('says at the start, in one sentence, what is wrong with the folder of backups', async () => {
  const { folder, file } = inFolder();
  const starts = {
    [file]: 'a file has its name',
    [join(file, 'below')]: 'a part of its path is a file',
    // With `recursive`, creating it would never return.
    '/proc/nope/backups': 'no such file or directory',
  };
  const ended = Object.entries(starts).map(async ([backups, reason]) => {
    const campus = startProcess({
      CAMPUS_DATA_DIR: join(folder, 'data'),
      CAMPUS_BACKUP_FOLDER: backups,
      ...passphrase,
    });
    expect(await campus.exit).toBe(1);
    const said = campus.output();
    expect(said).toContain(`The folder ${backups} cannot be used: `);
    expect(said).toContain(reason);
    expect(said).toContain('set CAMPUS_BACKUP_FOLDER to another folder.\n');
    expect(said.trim().split('\n')).toHaveLength(1);
  });
  await Promise.all(ended);
});

test('a backup by hand to a folder that cannot be made says why, and ends', async () => {
  const { folder, file } = inFolder();
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const env = {
    CAMPUS_DATA_DIR: join(folder, 'data'),
    CAMPUS_DEMO: '1',
    DATABASE_URL: database.owner.connectionString,
    IDENTITY_SECRET: 'a secret of more than 32 characters for this',
    ...passphrase,
  };
  expect(await operateFailing(['backup', '/proc/nope/x'], env)).toMatch(
    /^No backup can be written to \/proc\/nope\/x: ENOENT: .*\.\n$/,
  );
  expect(await operateFailing(['backup', '/proc/x'], env)).toMatch(
    /^No backup can be written to \/proc\/x: ENOENT: .*\.\n$/,
  );
  expect(await operateFailing(['backup', file], env)).toBe(
    `No backup can be written to ${file}: a file has its name.\n`,
  );
  const unreadable = { ...env, CAMPUS_DATA_DIR: join(file, 'data'), IDENTITY_SECRET: '' };
  expect(await operateFailing(['backup', join(folder, 'one')], unreadable)).toBe(
    `The folder ${file}/data cannot be used: a part of its path is a file. Fix that, or set CAMPUS_DATA_DIR to another folder.\n`,
  );
});

test('a folder of backups that became unusable while Campus runs is a problem with its reason, and nothing fails', async () => {
  const { folder, file } = inFolder();
  expect(newestBackup(file, Date.now())).toBeUndefined();
  const checks = machineChecks(
    readConfig({
      CAMPUS_DATA_DIR: folder,
      CAMPUS_BACKUP_FOLDER: join(file, 'below'),
      ...passphrase,
    }),
  );
  const found = (await Promise.all(checks.map((look) => look()))).flat();
  expect(found).toContainEqual(
    expect.objectContaining({
      topic: 'Backups',
      title: 'The folder of backups cannot be used',
      text: expect.stringContaining('ENOTDIR'),
      urgency: 'soon',
    }),
  );
});
