import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Connection, inDatabase, withClient } from '../apps/server/src/db/connection.ts';
import { readManifest } from '../apps/server/src/backup/manifest.ts';
import { say } from '../bench/src/lifecycle.ts';
import { peakMegabytes } from '../bench/src/measure/memory.ts';
import { campusEnv, startCampus } from './parts/campus.ts';
import { createDatabase, trialFolder } from './parts/debian.ts';

const operator = join(import.meta.dirname, '../apps/server/src/operator/main.ts');
/** The largest file that Campus accepts. */
const fileBytes = 20 * 1024 * 1024;
/** By how many megabytes a measurement differs when nothing else does. */
const noise = 40;

/** Runs a command and returns the peak of its memory, in megabytes. */
const peakOf = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number> => {
  const child = spawn(process.execPath, [...process.execArgv, operator, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  });
  let peak = 0;
  const watch = setInterval(() => {
    try {
      peak = peakMegabytes(child.pid ?? 0);
    } catch {
      // It has just ended.
    }
  }, 20);
  const [code] = await once(child, 'exit');
  clearInterval(watch);
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}.`);
  return peak;
};

const addRecords = ({ connectionString }: Connection, files: number, entries: number) =>
  withClient({ connectionString }, async (client) => {
    await client.query(
      `insert into assignment_contents (content, size, digest, type)
       select $1::bytea, octet_length($1::bytea), 'digest ' || n, 'application/pdf' from generate_series(1, $2::integer) n`,
      [randomBytes(fileBytes), files],
    );
    await client.query(
      `insert into trail (kind, role, browser)
       select 'signed_out', 'visitor', 'browser ' || n from generate_series(1, $1::integer) n`,
      [entries],
    );
  });

/** Backs up and restores a campus, and one with ten times as many files and entries: the peaks of memory are alike. */
export const backupMemory = async (): Promise<string> => {
  const folder = trialFolder('backup-memory');
  const connection = await createDatabase(folder);
  await (await startCampus(folder, connection.connectionString)).stop();
  const passphrase = { CAMPUS_BACKUP_PASSPHRASE: 'of a trial, with many words' };
  const measure = async (name: string) => {
    const to = join(folder, name);
    const backup = await peakOf(['backup', to], {
      ...campusEnv(folder, connection.connectionString),
      ...passphrase,
    });
    await withClient(connection, (client) => client.query(`create database ${name}`));
    const { connectionString } = inDatabase(connection, name);
    const restore = await peakOf(['restore', to], {
      ...campusEnv(join(folder, `of-${name}`), connectionString),
      ...passphrase,
    });
    const bytes = readManifest(to).tables.reduce((sum, table) => sum + table.bytes, 0);
    const figures = { megabytes: bytes / 1e6, backup, restore };
    say(`${name}: ${JSON.stringify(figures)}`);
    return figures;
  };
  await addRecords(connection, 1, 20_000);
  const small = await measure('small');
  await addRecords(connection, 9, 180_000);
  const large = await measure('large');
  const told = `A backup of ${small.megabytes.toFixed(0)} MB took ${small.backup.toFixed(0)} MB of memory and its restore ${small.restore.toFixed(0)} MB; one of ${large.megabytes.toFixed(0)} MB took ${large.backup.toFixed(0)} and ${large.restore.toFixed(0)} MB.`;
  if (large.backup > small.backup + noise || large.restore > small.restore + noise)
    throw new Error(told);
  return told;
};
