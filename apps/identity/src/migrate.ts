import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { Pool } from 'pg';
import { z } from 'zod';
import { rowOf, rowsOf } from './database.ts';

/** A migration that cannot be applied. The message is a sentence that names the file. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** SQL files that are applied once, in order, and the table that records which have been. */
export interface Migrations {
  readonly folder: string;
  /** Created if necessary; undefined: the first schema of the search path. */
  readonly schema?: string;
  readonly table: string;
  /** Any number that no other advisory lock in this database uses: only one process migrates at a time. */
  readonly lock: string;
}

export const identityMigrations: Migrations = {
  folder: join(import.meta.dirname, '../migrations'),
  schema: 'identity',
  table: 'migration',
  lock: '7301884412650931',
};

/** Waits before a migration that could not lock its tables is tried again. */
export type BeforeRetry = (migration: string) => Promise<unknown>;

/** Brings the schema `identity` up to date. */
export const migrateIdentity = (
  connection: pg.PoolConfig,
  beforeRetry?: BeforeRetry,
): Promise<string[]> => runMigrations(connection, identityMigrations, beforeRetry);

/** Returns the names of the migrations not applied yet. */
export const pendingMigrations = async (
  pool: pg.Pool,
  migrations: Migrations = identityMigrations,
): Promise<string[]> => {
  const files = await readMigrations(migrations.folder);
  const applied = (await hasMigrationTable(pool, migrations))
    ? await appliedMigrations(pool, migrations)
    : [];
  return files.map(({ name }) => name).filter((name) => !applied.some((one) => one.name === name));
};

/**
 * Applies new migrations in order, each in a transaction of its own, and returns their names. Several
 * processes may call it at once. Throws if an applied migration differs from its file or has none.
 */
export const runMigrations = async (
  connection: pg.PoolConfig,
  migrations: Migrations,
  beforeRetry: BeforeRetry = () => setTimeout(5000),
) => {
  // A pool, because it chooses among several servers.
  const pool = new Pool({ ...connection, max: 1 });
  const client = await pool.connect();
  // Without listeners, an error of the connection, or of the pool after its release, would end the process.
  client.on('error', () => undefined);
  pool.on('error', () => undefined);
  try {
    const pending = await openPending(client, migrations);
    for (const file of pending) await applyBeside(client, file, migrations, beforeRetry);
    return pending.map(({ name }) => name);
  } finally {
    // Closing the connection releases the lock.
    client.release(true);
    await pool.end();
  }
};

/**
 * Applies the migrations of a recorded past to an empty database, in the client’s current transaction.
 * Throws if the files do not match that past.
 */
export const repeatMigrations = async (
  client: pg.ClientBase,
  migrations: Migrations,
  past: readonly Applied[],
): Promise<void> => {
  const pending = await openPending(client, migrations);
  pendingAfter(past, pending);
  for (const file of pending.filter(({ name }) => past.some((one) => one.name === name)))
    await apply(client, file, migrations);
  await client.query('set search_path to default');
};

/** Waits for the lock and creates the table of applied migrations if necessary; returns those still to apply. */
const openPending = async (client: pg.ClientBase, migrations: Migrations): Promise<Migration[]> => {
  const { folder, schema, table, lock } = migrations;
  const files = await readMigrations(folder);
  await client.query('select pg_advisory_lock($1)', [lock]);
  // Even "if not exists" requires privileges, which only the owner has.
  const isNew = !(await hasMigrationTable(client, migrations));
  if (schema !== undefined && isNew) await client.query(`create schema if not exists ${schema}`);
  if (schema !== undefined) await client.query(`set search_path to ${schema}`);
  if (isNew)
    await client.query(
      `create table if not exists ${table} (
         name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
    );
  return pendingAfter(await appliedMigrations(client, migrations), files);
};

/** `name` is that of the file without `.sql`: 0001_people. */
const appliedRow = { name: z.string(), sha256: z.string() };
export type Applied = z.output<z.ZodObject<typeof appliedRow>>;

interface Migration extends Applied {
  readonly sql: string;
}

const readMigrations = async (folder: string): Promise<Migration[]> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const numbers = new Set<string>();
  for (const file of files) {
    const [, number] = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(file) ?? [];
    if (number === undefined)
      throw new MigrationError(`Migration ${file} must be named like 0001_people.sql.`);
    // Two migrations of the identity service were released with the same number.
    if (numbers.has(number) && file !== '0009_sessions_end.sql')
      throw new MigrationError(
        `Migration ${file} has the number of another: give it the next one.`,
      );
    numbers.add(number);
  }
  return Promise.all(
    files.map(async (file) => {
      // Windows line endings do not make it another migration.
      const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      const sha256 = hash('sha256', sql);
      return { name: file.slice(0, -'.sql'.length), sql, sha256 };
    }),
  );
};

const tableOf = ({ schema, table }: Migrations): string =>
  schema === undefined ? table : `${schema}.${table}`;

const hasMigrationTable = async (
  db: pg.ClientBase | pg.Pool,
  migrations: Migrations,
): Promise<boolean> => {
  const row = await rowOf(db, { made: z.boolean() }, 'select to_regclass($1) is not null as made', [
    tableOf(migrations),
  ]);
  return row?.made === true;
};

/** The identity service used to store the names with `.sql`. */
const appliedMigrations = async (db: pg.ClientBase | pg.Pool, migrations: Migrations) =>
  rowsOf(
    db,
    appliedRow,
    `select regexp_replace(name, '\\.sql$', '') as name, sha256
     from ${tableOf(migrations)} order by name`,
  );

const pendingAfter = (applied: readonly Applied[], files: readonly Migration[]): Migration[] => {
  for (const { name, sha256 } of applied) {
    const file = files.find((one) => one.name === name);
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
  const pending = files.filter(({ name }) => !applied.some((one) => one.name === name));
  const late = pending.find(({ name }) => name < last);
  if (late !== undefined) {
    throw new MigrationError(
      `Migration ${late.name}.sql comes before ${last}, which has been applied: give it a higher number.`,
    );
  }
  return pending;
};

const inTransaction = async (client: pg.Client, work: () => Promise<void>): Promise<void> => {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};

/** Lock timeout, deadlock. */
const lockFailures: readonly unknown[] = ['55P03', '40P01'];

/**
 * Applies a migration while others use its tables: whoever wants one that it waits for waits behind it. So
 * it waits for moments only, as often as it takes.
 */
const applyBeside = async (
  client: pg.Client,
  file: Migration,
  migrations: Migrations,
  beforeRetry: BeforeRetry,
): Promise<void> => {
  try {
    await inTransaction(client, async () => {
      await client.query(`set local lock_timeout = '2s'`);
      await apply(client, file, migrations);
    });
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown } };
    if (!lockFailures.includes(cause?.code)) throw error;
    await beforeRetry(file.name);
    await applyBeside(client, file, migrations, beforeRetry);
  }
};

const apply = async (
  client: pg.ClientBase,
  { name, sql, sha256 }: Migration,
  { table }: Migrations,
): Promise<void> => {
  try {
    await client.query(sql);
    await client.query(`insert into ${table} (name, sha256) values ($1, $2)`, [name, sha256]);
  } catch (cause) {
    const place = lineOf(cause, sql);
    throw new MigrationError(`Migration ${name}.sql${place} failed: ${String(cause)}`, { cause });
  }
};

/** Returns the line of an SQL error; PostgreSQL counts characters from 1. */
const lineOf = (error: unknown, sql: string): string => {
  const position = Number((error as { position?: string }).position);
  if (!(position > 0)) return '';
  return `, line ${sql.slice(0, position - 1).split('\n').length},`;
};
