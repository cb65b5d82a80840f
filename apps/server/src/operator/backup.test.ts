import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readManifest } from '../backup/index.ts';
import { startEmbedded } from '../db/embedded/start.ts';
import { demoAccounts, demoPassword } from '../demo/index.ts';
import { startProcess } from '../testing/campus-process.ts';
import { operate, operateFailing } from '../testing/operate.ts';

const passphrase = 'correct horse battery';

test('a running campus is backed up by a command and restored elsewhere exactly as it was', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'campus-operator-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [here, there, backup] = ['here', 'there', 'backup'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const start = async (dataDir: string) => {
    const campus = startProcess({ CAMPUS_DATA_DIR: dataDir });
    const stop = async () => {
      campus.signal('SIGTERM');
      await campus.exit;
    };
    onTestFinished(stop);
    const [, url = ''] = await campus.says(/Campus is ready at (http:\S+)/);
    const signIn = () =>
      fetch(`${url}/identity/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify({ email: demoAccounts.admin, password: demoPassword }),
      });
    return { stop, signIn };
  };

  const first = await start(here);
  const at = { CAMPUS_DATA_DIR: here, CAMPUS_BACKUP_PASSPHRASE: passphrase };
  const to = { ...at, CAMPUS_DATA_DIR: there };
  expect(await operateFailing(['backup', backup], { ...at, CAMPUS_BACKUP_PASSPHRASE: '' })).toBe(
    'CAMPUS_BACKUP_PASSPHRASE is missing: it encrypts the secret inside the backup.\n',
  );
  expect(await operateFailing(['backup', here], at)).toContain(`${here} is not empty`);
  expect(await operateFailing(['backup', '--help'], at)).toBe(
    'Say where: node campus.js backup <folder>\n',
  );
  // The path is relative to where the command was called.
  expect(await operate(['backup', 'backup'], { ...at, INIT_CWD: folder })).toMatch(
    /^The backup is in .*\/backup: \d+ tables, \d+ rows, \d+ bytes, verified\.\n$/,
  );
  expect(await operateFailing(['restore', backup], at)).toContain(`already works on ${here}`);
  expect(await operateFailing(['restore', here], to)).toContain(`${here} is not a backup`);
  expect(
    await operateFailing(['restore', backup], {
      ...to,
      CAMPUS_BACKUP_PASSPHRASE: 'a guess of twelve',
    }),
  ).toContain('CAMPUS_BACKUP_PASSPHRASE is not the one that this backup was made with.');
  await first.stop();
  expect(await operateFailing(['restore', backup], at)).toContain('The database is not empty');
  expect(existsSync(join(here, 'postgres/PG_VERSION'))).toBe(true);
  // As for a Campus that gets its secret by IDENTITY_SECRET, which is missing here.
  const secret = join(here, 'identity-secret');
  renameSync(secret, `${secret}.away`);
  expect(await operateFailing(['backup', join(folder, 'useless')], at)).toContain(
    `The secret of this Campus is neither in IDENTITY_SECRET nor in ${secret}`,
  );
  expect(existsSync(secret)).toBe(false);
  // What an interrupted first start leaves.
  writeFileSync(secret, '');
  expect(await operateFailing(['backup', join(folder, 'useless')], at)).toContain(
    `The secret of this Campus is neither in IDENTITY_SECRET nor in ${secret}`,
  );
  expect(readFileSync(secret, 'utf8')).toBe('');

  // What a restore leaves that was killed.
  await (await startEmbedded({ folder: there })).stop();
  expect(await operate(['restore', backup], to)).toMatch(/^The campus of \S+ is restored\.\n$/);
  // Everything, including what only the demo contains.
  await operate(['backup', 'again'], { ...to, INIT_CWD: folder });
  const [once, twice] = [readManifest(backup), readManifest(join(folder, 'again'))];
  // The trail records the backups themselves.
  const [before, after] = [once, twice].map(({ tables }) =>
    tables.filter(({ name }) => !name.startsWith('trail')),
  );
  expect(after).toEqual(before);
  expect(once.tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(30);
  const second = await start(there);
  expect((await second.signIn()).status).toBe(200);
});
