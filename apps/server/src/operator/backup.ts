import { join, resolve } from 'node:path';
import {
  checkBackup,
  openSecret,
  type Progress,
  readManifest,
  requireEmpty,
  restoreBackup,
  takeBackup,
} from '../backup/index.ts';
import { type Env, readConfig, readVariables } from '../config.ts';
import { keepIdentitySecret, secretOfBackup } from '../data-folder.ts';
import { byOperator, recordActs } from '../db/acts.ts';
import { joinDatabase, openDatabase } from '../db/open-database.ts';
import { syncGrants } from '../db/roles.ts';
import { StartError } from '../start-error.ts';
import { type Command, onDatabase, requireOwnSecret } from './commands.ts';

/** Prints progress: on a terminal in one changing line, otherwise as a line every ten seconds. */
const progressOn = (output: NodeJS.WriteStream): Progress => {
  const everyMs = output.isTTY ? 100 : 10_000;
  let last = performance.now();
  return (sentence) => {
    if (performance.now() - last < everyMs) return;
    last = performance.now();
    output.write(output.isTTY ? `\r\u001b[K${sentence}` : `${sentence}\n`);
  };
};
const progress = progressOn(process.stderr);

const passphraseOf = (env: Env): string => {
  const passphrase = readVariables(env).CAMPUS_BACKUP_PASSPHRASE;
  if (passphrase !== undefined) return passphrase;
  throw new StartError(
    'CAMPUS_BACKUP_PASSPHRASE is missing: it encrypts the secret inside the backup.',
  );
};

/** Programs run in the folder of Campus; people's paths are relative to where they called the command. */
const folderOf = (env: Env, folder: string | undefined, command: string): string => {
  if (folder !== undefined && !folder.startsWith('-'))
    return resolve(env['INIT_CWD'] ?? '.', folder);
  throw new StartError(`Say where: node campus.js ${command} <folder>`);
};

export const backup: Command = {
  usage: 'backup <folder>: write everything to a new folder and verify it, while Campus runs',
  async run(env, [name]) {
    const folder = folderOf(env, name, 'backup');
    const passphrase = passphraseOf(env);
    const config = readConfig(env);
    return onDatabase(config, joinDatabase, async (db, { owner }) => {
      const secret = secretOfBackup(config);
      if (secret !== null) await requireOwnSecret(owner, secret);
      const { tables } = await takeBackup(db, folder, { secret, passphrase }, progress);
      await recordActs(db, [{ kind: 'backup_made', ...byOperator }]);
      const [rows, bytes] = (['rows', 'bytes'] as const).map((of) =>
        tables.reduce((sum, table) => sum + table[of], 0),
      );
      return `The backup is in ${folder}: ${tables.length} tables, ${rows} rows, ${bytes} bytes, verified.`;
    });
  },
};

export const restore: Command = {
  usage:
    'restore <folder>: restore a backup into the empty data folder or database of the configuration',
  async run(env, [name]) {
    const folder = folderOf(env, name, 'restore');
    const manifest = readManifest(folder);
    const secret = manifest.secret && openSecret(manifest.secret, passphraseOf(env));
    const given = readVariables(env).IDENTITY_SECRET;
    if (secret !== null && given !== undefined && given !== secret)
      throw new StartError(
        'IDENTITY_SECRET is not that of the campus in the backup, and nobody could sign in: leave it out.',
      );
    const config = readConfig({ ...env, ...(secret !== null && { IDENTITY_SECRET: secret }) });
    const embedded = config.database.kind === 'embedded';
    // If this fails or is interrupted, the database is as empty as before, and another attempt finds it so.
    await onDatabase(config, openDatabase, async (db, database) => {
      await requireEmpty(db);
      await checkBackup(folder, manifest, progress);
      if (secret !== null && given === undefined) keepIdentitySecret(config.dataDir, secret);
      await restoreBackup(db, folder, manifest, progress);
      await syncGrants(database);
      // Backups of older versions have no trail.
      if (manifest.tables.some((table) => table.name === 'trail'))
        await recordActs(db, [{ kind: 'backup_restored', ...byOperator }]);
    });
    const told = `The campus of ${manifest.taken} is restored.`;
    return embedded || given !== undefined || secret === null
      ? told
      : `${told} Start it with IDENTITY_SECRET as it stands in ${join(config.dataDir, 'identity-secret')}.`;
  },
};
