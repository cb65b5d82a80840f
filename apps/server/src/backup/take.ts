import {
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { to as copyTo } from 'pg-copy-streams';
import { version } from '../http/health.ts';
import { makeFolder, reasonOf } from '../data-folder.ts';
import { isUnreachable } from '../db/connection.ts';
import type { Database } from '../db/database.ts';
import { timestamp } from '../db/db.ts';
import { inTransaction } from '../db/transaction.ts';
import { StartError } from '../start-error.ts';
import { type Manifest, manifestFile, sealSecret } from './manifest.ts';
import * as queries from './stored.queries.ts';
import { checkBackup, type Progress, writeTableFile } from './table-files.ts';

/**
 * Writes a consistent snapshot of a running campus to a new or empty folder, and verifies it by reading
 * it back. The folder gets its final name only when it is complete.
 * @throws StartError
 */
export const takeBackup = async (
  db: Database,
  folder: string,
  /** The built-in identity service's secret; null if accounts are kept elsewhere. */
  { secret, passphrase }: { readonly secret: string | null; readonly passphrase: string },
  progress: Progress,
): Promise<Manifest> => {
  const unfinished = `${folder}.unfinished`;
  prepare(folder, unfinished);
  try {
    const manifest: Manifest = {
      format: 1,
      campus: version,
      ...(await writeSnapshot(db, unfinished, progress)),
      secret: secret === null ? null : sealSecret(secret, passphrase),
    };
    await checkBackup(unfinished, manifest, progress);
    const { name, text } = manifestFile(manifest);
    writeFileSync(join(unfinished, name), text, { mode: 0o600, flush: true });
    for (const one of [join(unfinished, 'tables'), unfinished]) sync(one);
    renameSync(unfinished, folder);
    sync(dirname(folder));
    return manifest;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw nameWriteFault(error, folder);
  }
};

/** What an error of the file system means for the backup; the original error if it is none. */
const nameWriteFault = (error: unknown, folder: string): unknown => {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOTEMPTY')
    return new StartError(`${folder} is not empty: name a new folder for the backup.`, {
      cause: error,
    });
  // Errors of connections have such codes too.
  if (!/^E[A-Z]+$/.test(code) || isUnreachable(error)) return error;
  const reason = reasonOf(error as NodeJS.ErrnoException);
  return new StartError(`No backup can be written to ${folder}: ${reason}.`, { cause: error });
};

const prepare = (folder: string, unfinished: string): void => {
  try {
    makeFolder(folder);
    // Fails for a folder that is not empty or cannot be replaced, such as a mount.
    rmdirSync(folder);
    rmSync(unfinished, { recursive: true, force: true });
    makeFolder(join(unfinished, 'tables'));
  } catch (error) {
    throw nameWriteFault(error, folder);
  }
};

/** Syncs a folder: a file's name is durable only once its folder is. */
const sync = (folder: string): void => {
  // Windows has no such call for folders.
  if (process.platform === 'win32') return;
  const open = openSync(folder, 'r');
  fsyncSync(open);
  closeSync(open);
};

const writeSnapshot = (db: Database, folder: string, progress: Progress) =>
  inTransaction(db, async (tx) => {
    // One snapshot for all tables, however long it takes.
    await tx.query('set transaction isolation level repeatable read, read only');
    await tx.query(queries.withoutTimeouts);
    const taken = (await tx.value(timestamp, 'select now()')).toISOString();
    const tables: Manifest['tables'] = [];
    const all = await queries.storedTables(tx);
    for (const [at, table] of all.entries()) {
      const tell = (): void => progress(`Writing table ${at + 1} of ${all.length}: ${table.name}`);
      tell();
      const file = `tables/${table.part}.${table.name}.gz`;
      const rows = tx.client.query(copyTo(`copy ${queries.columnsOf(table)} to stdout`));
      const writing = writeTableFile(join(folder, file), rows, tell);
      const written = await writing.catch(async (error: unknown) => {
        // A COPY that nobody reads to its end would block its connection for ever.
        await tx.client.end();
        throw error;
      });
      tables.push({ ...table, file, ...written });
    }
    // Sequences last: numbers used meanwhile do no harm, but none in the snapshot may be handed out again.
    return {
      taken,
      ...(await queries.versions(tx)),
      tables,
      sequences: await queries.storedSequences(tx),
    };
  });
