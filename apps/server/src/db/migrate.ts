import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { StartError } from '../start-error.ts';
import type { Connection } from './connection.ts';
import { withClient } from './with-client.ts';

/** A migration that cannot be applied. The message is a sentence that names the file. */
export class MigrationError extends StartError {
  override readonly name = 'MigrationError';
}

interface Migration {
  /** File name without `.sql`: 0001_people. */
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

/** Migrations of the server itself. */
const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../migrations');

/** Any number, the same in every process: only one of them migrates at a time. */
const LOCK = 7_302_118;

/**
 * Applies what is new, in order, each file in a transaction of its own, and returns the names.
 * Refuses a database whose past differs from the files: an applied file is history.
 */
export async function migrate(
  connection: Connection,
  folder: string = MIGRATIONS_FOLDER,
): Promise<string[]> {
  const migrations = readMigrations(folder);
  return withClient(connection, async (client) => {
    // Closing the connection gives the lock back.
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      `create table if not exists campus_migrations (
         name text primary key,
         sha256 text not null,
         applied_at timestamptz not null default now()
       )`,
    );
    const { rows } = await client.query<Pick<Migration, 'name' | 'sha256'>>(
      'select name, sha256 from campus_migrations order by name',
    );
    const pending = pendingAfter(rows, migrations);
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  });
}

function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  const numbers = new Set<string>();
  return files.map((file) => {
    const [, number = ''] = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(file) ?? [];
    if (number === '') {
      throw new MigrationError(`Migration ${file} must be named like 0001_people.sql.`);
    }
    if (numbers.has(number)) {
      throw new MigrationError(
        `Migration ${file} has the number of another: give it the next one.`,
      );
    }
    numbers.add(number);
    // A checkout with Windows line ends is still the same migration.
    const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
    const sha256 = createHash('sha256').update(sql).digest('hex');
    return { name: file.slice(0, -'.sql'.length), sql, sha256 };
  });
}

function pendingAfter(
  applied: readonly Pick<Migration, 'name' | 'sha256'>[],
  migrations: readonly Migration[],
): Migration[] {
  for (const { name, sha256 } of applied) {
    const file = migrations.find((migration) => migration.name === name);
    if (file === undefined) {
      throw new MigrationError(
        `The database has migration ${name}, which this version of Campus does not know: start the newer version, or restore an older backup.`,
      );
    }
    if (file.sha256 !== sha256) {
      throw new MigrationError(
        `Migration ${name}.sql was changed after it had been applied: restore the file and write a new migration for the change.`,
      );
    }
  }
  const last = applied.at(-1)?.name ?? '';
  const known = new Set(applied.map(({ name }) => name));
  const pending = migrations.filter(({ name }) => !known.has(name));
  const late = pending.find(({ name }) => name < last);
  if (late !== undefined) {
    throw new MigrationError(
      `Migration ${late.name}.sql comes before ${last}, which has been applied: give it a higher number.`,
    );
  }
  return pending;
}

async function apply(client: Client, { name, sql, sha256 }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into campus_migrations (name, sha256) values ($1, $2)', [
      name,
      sha256,
    ]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    throw new MigrationError(
      `Migration ${name}.sql${lineOf(cause, sql)} failed: ${String(cause)}`,
      {
        cause,
      },
    );
  }
}

/** PostgreSQL counts characters from 1. */
function lineOf(error: unknown, sql: string): string {
  const position = Number((error as { position?: string }).position);
  if (!(position > 0)) return '';
  return `, line ${sql.slice(0, position - 1).split('\n').length},`;
}
