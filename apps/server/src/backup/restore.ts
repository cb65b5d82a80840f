import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database } from '../db/database.ts';
import type { Db } from '../db/db.ts';
import { migrateAsBefore } from '../db/migrate.ts';
import { inTransaction } from '../db/transaction.ts';
import { StartError } from '../start-error.ts';
import type { Manifest } from './manifest.ts';
import * as queries from './stored.queries.ts';
import { type Progress, readTableFile } from './table-files.ts';

/** @throws StartError if the database is not empty */
export const requireEmpty = async (db: Db): Promise<void> => {
  const found = await queries.anyTable(db);
  if (found)
    throw new StartError(
      `The database is not empty (it has ${found}): a backup is restored into an empty one.`,
    );
};

/**
 * Restores a checked backup into an empty database in one transaction: the schema as it was, then the
 * rows. The next start brings the schema up to date.
 * @throws StartError if the database is not empty; MigrationError if a newer Campus made the backup.
 */
export const restoreBackup = (
  db: Database,
  folder: string,
  manifest: Manifest,
  progress: Progress,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await tx.query(queries.withoutTimeouts);
    await requireEmpty(tx);
    progress('Making the tables');
    await migrateAsBefore(tx, manifest.migrations);
    await queries.withoutTriggers(tx, manifest.tables, async () => {
      for (const [at, table] of manifest.tables.entries()) {
        progress(`Restoring table ${at + 1} of ${manifest.tables.length}: ${table.name}`);
        const rows = tx.client.query(copyFrom(`copy ${queries.columnsOf(table)} from stdin`));
        await pipeline(...readTableFile(folder, table), rows);
        if (rows.rowCount !== table.rows)
          throw new Error(`${table.file} has ${table.rows} rows, of which ${rows.rowCount} came.`);
      }
      progress('Checking all references');
    });
    await queries.setSequences(tx, manifest.sequences);
  });
