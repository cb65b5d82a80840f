import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readManifest } from '../apps/server/src/backup/manifest.ts';
import { campusEnv, startCampus } from './parts/campus.ts';
import { createDatabase, trialFolder } from './parts/debian.ts';

const operator = join(import.meta.dirname, '../apps/server/src/operator/main.ts');

/** Moves from the embedded database to Debian's, of another major version, and back. */
export const moving = async (): Promise<string> => {
  const folder = trialFolder('moving');
  const at = (name: string) => join(folder, name);
  const { connectionString } = await createDatabase(folder);
  const operate = (args: readonly string[], place: string, databaseUrl?: string) =>
    promisify(execFile)(process.execPath, [operator, ...args], {
      env: {
        PATH: process.env['PATH'],
        ...campusEnv(at(place), databaseUrl),
        CAMPUS_BACKUP_PASSPHRASE: 'of a trial, with many words',
      },
    });

  mkdirSync(at('here'));
  const first = await startCampus(at('here'), undefined);
  await operate(['backup', at('one')], 'here');
  await first.stop();
  const begun = performance.now();
  await operate(['restore', at('one')], 'there', connectionString);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  await operate(['backup', at('two')], 'there', connectionString);
  await operate(['restore', at('two')], 'back');
  const last = await startCampus(at('back'), undefined);
  await operate(['backup', at('three')], 'back');
  await last.stop();

  const [one, two, three] = ['one', 'two', 'three'].map((name) => readManifest(at(name)));
  const tables = [one, two, three].map((manifest) => JSON.stringify(manifest?.tables));
  if (tables[0] !== tables[1] || tables[1] !== tables[2])
    throw new Error(`The tables differ: compare the manifests.`);
  const versions = [at('here/postgres/PG_VERSION'), at('postgres/PG_VERSION')].map((file) =>
    readFileSync(file, 'utf8').trim(),
  );
  const rows = one?.tables.reduce((sum, table) => sum + table.rows, 0);
  return `A campus of ${rows} rows moved from PostgreSQL ${versions.join(' to ')} in ${seconds} s, and back; all tables are equal, byte by byte.`;
};
