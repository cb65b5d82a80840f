import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { Client } from 'pg';

const folder = new URL('../migrations/', import.meta.url);
// Any number that no other lock of this database uses.
const lock = '7301884412650931';

/**
 * Brings the schema `identity` up to date. Idempotent; several processes may call it at once.
 * Throws when a file that has been applied has changed since, or when the database knows a
 * migration that this version does not.
 */
export async function migrateIdentity(connection: pg.PoolConfig): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    await client.query('create schema if not exists identity');
    await client.query('set search_path to identity');
    await client.query(
      `create table if not exists migration (
         name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
    );
    const applied = await appliedMigrations(client);
    const files = await migrationFiles();
    refuseUnknown(applied, files);
    for (const file of files) {
      const sha256 = applied.get(file.name);
      if (sha256 === undefined) await apply(client, file);
      else if (sha256 !== file.sha256) {
        throw new Error(`The identity migration ${file.name} has changed after it was applied.`);
      }
    }
  } finally {
    await client.end();
  }
}

/** The names of the migrations that the database still lacks. */
export async function pendingMigrations(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ ready: boolean }>(
    `select to_regclass('identity.migration') is not null as ready`,
  );
  const applied = rows[0]?.ready ? await appliedMigrations(pool) : new Map<string, string>();
  const files = await migrationFiles();
  return files.map((file) => file.name).filter((name) => !applied.has(name));
}

interface MigrationFile {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

async function migrationFiles(): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      // A checkout may have changed the line ends; that is no change of the migration.
      const sql = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function appliedMigrations(db: pg.Client | pg.Pool): Promise<Map<string, string>> {
  const { rows } = await db.query<{ name: string; sha256: string }>(
    'select name, sha256 from identity.migration',
  );
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

function refuseUnknown(applied: Map<string, string>, files: MigrationFile[]): void {
  const unknown = [...applied.keys()].find((name) => !files.some((file) => file.name === name));
  if (unknown !== undefined) {
    throw new Error(
      `The identity schema was migrated by a newer version of Campus (${unknown}); please start that version.`,
    );
  }
}

async function apply(client: pg.Client, file: MigrationFile): Promise<void> {
  await client.query('begin');
  try {
    await client.query(file.sql);
    await client.query('insert into migration (name, sha256) values ($1, $2)', [
      file.name,
      file.sha256,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
