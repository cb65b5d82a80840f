import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  type BeforeRetry,
  identityMigrations,
  migrateIdentity,
  pendingMigrations as pendingOf,
  repeatMigrations,
  runMigrations,
} from '@campus/identity';
import type { Pool } from 'pg';
import { StartError } from '../start-error.ts';
import type { Connection } from './connection.ts';
import type { Transaction } from './db.ts';
import { locks } from './locks.ts';
import { type OpenDatabase, patiently, type Waiting } from './open-database.ts';
import { INSUFFICIENT_PRIVILEGE, type Roles, syncGrants } from './roles.ts';

export { MigrationError } from '@campus/identity';

const ownMigrations = {
  folder: join(import.meta.dirname, '../../migrations'),
  table: 'campus_migrations',
  lock: locks.migrations,
};

/** Migrates Campus's own tables. Returns the names of the applied migrations. @throws MigrationError */
export const migrate = (
  connection: Connection,
  folder: string = ownMigrations.folder,
  beforeRetry?: BeforeRetry,
): Promise<string[]> => runMigrations(connection, { ...ownMigrations, folder }, beforeRetry);

/**
 * Runs all migrations and grants the service's user its rights. Returns the names of the applied migrations.
 * Says what it waits for.
 * @throws MigrationError, StartError
 */
export const migrateAll = async (
  database: Roles & Partial<Pick<OpenDatabase, 'kind'>>,
  waiting: Pick<Waiting, 'signal' | 'waiting'> = { waiting: console.log },
) => {
  const { owner, kind } = database;
  const beforeRetry: BeforeRetry = (name) => {
    waiting.waiting?.(
      `Migration ${name} waits until the transactions that use its tables end, such as a backup. People can work meanwhile.`,
    );
    return setTimeout(5000);
  };
  // Outside the attempts: an earlier one may have applied some.
  const applied: string[] = [];
  try {
    return await patiently(owner, waiting, async () => {
      applied.push(...(await migrate(owner, ownMigrations.folder, beforeRetry)));
      applied.push(...(await migrateIdentity(owner, beforeRetry)));
      const quickly = kind === 'embedded' && applied.length === 0;
      return { applied, warning: await syncGrants(database, quickly) };
    });
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new StartError(
      'The tables are those of another version, and this user may not change them: run node campus.js migrate with the owner of the tables in DATABASE_MIGRATE_URL.',
      { cause: error },
    );
  }
};

/** The names of the migrations not yet applied. */
export const pendingMigrations = async (pool: Pool): Promise<string[]> => [
  ...(await pendingOf(pool, ownMigrations)),
  ...(await pendingOf(pool, identityMigrations)),
];

type Past = Parameters<typeof repeatMigrations>[2];

/** Creates the tables as they were in a backup, in a transaction on an empty database. @throws MigrationError */
export const migrateAsBefore = async (
  { client }: Transaction,
  past: { readonly campus: Past; readonly identity: Past },
): Promise<void> => {
  await repeatMigrations(client, ownMigrations, past.campus);
  await repeatMigrations(client, identityMigrations, past.identity);
};
