import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { makeBackupFolder } from '../data-folder.ts';
import { byCampus, recordActs } from '../db/acts.ts';
import { type Connection, withClient } from '../db/connection.ts';
import type { Database } from '../db/database.ts';
import { locks } from '../db/locks.ts';
import type { Job } from '../jobs.ts';
import { isBackup, readManifest } from './manifest.ts';
import { takeBackup } from './take.ts';

interface Parts {
  readonly db: Database;
  readonly connection: Connection;
  readonly secret: string | null;
  readonly now: () => Date;
  readonly log: { info(details: object, sentence: string): void };
}

const HOUR_MS = 3_600_000;

const nameAt = (time: Date): string => `campus-${time.toISOString().replaceAll(':', '-')}`;
const timeOf = (name: string): number => {
  const [, day, hour, minute, second] =
    /^campus-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/.exec(name) ?? [];
  return Date.parse(`${day}T${hour}:${minute}:${second}`);
};

/** The backups taken until now, give or take differences of clocks: others were dated by a wrong one. */
const taken = (folder: string, now: number): string[] =>
  readdirSync(folder)
    .filter((name) => timeOf(name) < now + HOUR_MS && isBackup(join(folder, name)))
    .toSorted();

/** Removes what interrupted backups left; former versions left an empty folder under the final name. */
const removeUnfinished = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const final = name.replace(/\.unfinished$/, '');
    // Others are being taken by hand.
    if (!(timeOf(final) > 0)) continue;
    if (name !== final) rmSync(path, { recursive: true });
    else if (readdirSync(path).length === 0) rmdirSync(path);
  }
};

/** The newest scheduled backup, if there is one in a readable folder; `bytes` is null if it is damaged or unreadable. */
export const newestBackup = (folder: string, now: number) => {
  let newest: { readonly takenAt: number; bytes: number | null } | undefined;
  try {
    const name = taken(folder, now).at(-1);
    if (name === undefined) return undefined;
    newest = { takenAt: timeOf(name), bytes: null };
    newest.bytes = readManifest(join(folder, name)).tables.reduce((sum, one) => sum + one.bytes, 0);
  } catch {
    // The check of backups, or restoring it, reports that.
  }
  return newest;
};

/** Takes a backup whenever the newest in the folder is old enough; of several processes, one does. */
export const backupsJob = (
  { folder, passphrase, everyMs, keep }: NonNullable<Config['backup']>,
  { db, connection, secret, now, log }: Parts,
): Job => {
  const untilDue = (): number => {
    const at = now().getTime();
    const newest = taken(folder, at).at(-1);
    return newest === undefined ? 0 : timeOf(newest) + everyMs - at;
  };
  const takeOne = async (signal?: AbortSignal): Promise<void> => {
    removeUnfinished(folder);
    const path = join(folder, nameAt(now()));
    await takeBackup(db, path, { secret, passphrase }, () => signal?.throwIfAborted());
    await recordActs(db, [{ kind: 'backup_made', ...byCampus }]);
    for (const name of taken(folder, now().getTime()).slice(0, -keep))
      rmSync(join(folder, name), { recursive: true });
    log.info({ path }, 'A backup was taken.');
  };
  return {
    name: 'Backup',
    does: 'Copies database and files',
    retryMs: HOUR_MS / 4,
    failed: `No backup could be taken to ${folder}.`,
    async run(signal) {
      makeBackupFolder(folder);
      if (untilDue() <= 0)
        await withClient(connection, async (client) => {
          const { rows } = await client.query<{ mine: boolean }>(
            'select pg_try_advisory_lock($1) as mine',
            [locks.backups],
          );
          // Another process may just have taken one.
          if (rows[0]?.mine && untilDue() <= 0) await takeOne(signal);
        });
      return Math.min(Math.max(untilDue(), HOUR_MS / 60), HOUR_MS);
    },
  };
};
