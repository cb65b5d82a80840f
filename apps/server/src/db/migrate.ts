import { join } from 'node:path';
import {
  identityMigrations,
  migrateIdentity,
  pendingMigrations as pendingOf,
  repeatMigrations,
  runMigrations,
} from '@campus/identity';
import type { Pool } from 'pg';
import type { Connection } from './connection.ts';
import type { Transaction } from './db.ts';

export { MigrationError } from '@campus/identity';

const ownMigrations = {
  folder: join(import.meta.dirname, '../../migrations'),
  table: 'campus_migrations',
  lock: '7302118',
};

/** Brings the campus's own tables up to date. @throws MigrationError */
export const migrate = (
  connection: Connection,
  folder: string = ownMigrations.folder,
): Promise<string[]> => runMigrations(connection, { ...ownMigrations, folder });

/** Brings everything up to date, and answers the names of what was new. @throws MigrationError */
export const migrateAll = async (connection: Connection): Promise<string[]> => [
  ...(await migrate(connection)),
  ...(await migrateIdentity(connection)),
];

/** The names of the migrations that a database still lacks. */
export const pendingMigrations = async (pool: Pool): Promise<string[]> => [
  ...(await pendingOf(pool, ownMigrations)),
  ...(await pendingOf(pool, identityMigrations)),
];

type Past = Parameters<typeof repeatMigrations>[2];

/** Makes the tables as a backup had them, in a transaction on an empty database. @throws MigrationError */
export const migrateAsBefore = async (
  { client }: Transaction,
  past: { readonly campus: Past; readonly identity: Past },
): Promise<void> => {
  await repeatMigrations(client, ownMigrations, past.campus);
  await repeatMigrations(client, identityMigrations, past.identity);
};
