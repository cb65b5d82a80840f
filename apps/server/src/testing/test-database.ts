import { randomBytes } from 'node:crypto';
import type { QueryResult } from 'pg';
import { inject } from 'vitest';
import { inDatabase, withClient } from '../db/connection.ts';
import { createDb, type Database, type DatabaseTimes } from '../db/database.ts';
import { type Roles, syncGrants } from '../db/roles.ts';
import type { TestServer } from './global-setup.ts';

/** A database for tests; its pool has the service's rights. */
export interface TestDatabase extends Database, Roles {
  /** Runs a statement that the service may not run. */
  readonly asOwner: (statement: string, values?: unknown[]) => Promise<QueryResult>;
  /** Closes the pool and drops the database. Call it in `afterAll`. */
  drop(): Promise<void>;
}

/** On a slow machine a test holds a lock, or all connections, for long. */
const patient: DatabaseTimes = {
  statement: 200_000,
  lock: 0,
  idle: 200_000,
  connection: 200_000,
};

/** A migrated database without rows for one test file. Takes about 50 ms. */
export const testDatabase = async (times = patient): Promise<TestDatabase> => {
  const roles = await createDatabase(
    `template ${inject('testServer').template} strategy file_copy`,
  );
  return open(roles, createDb(roles.connection, { times }));
};

/** A database without tables, for tests of what creates them; its pool has the owner's rights. */
export const emptyDatabase = async (): Promise<TestDatabase> => {
  const roles = await createDatabase('template template0');
  return open(roles, createDb(roles.owner));
};

/** The same database with the service's rights, once it has tables. Closes the given pool. */
export const asService = async (database: TestDatabase): Promise<TestDatabase> => {
  const { connection, owner, role } = database;
  await syncGrants({ connection, owner, role });
  await database.close();
  return open({ connection, owner, role }, createDb(connection));
};

const createDatabase = async (from: string): Promise<Roles> => {
  const { admin, service, role, prefix }: TestServer = inject('testServer');
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  await withClient(admin, (client) => client.query(`create database ${name} ${from}`));
  return { connection: inDatabase(service, name), owner: inDatabase(admin, name), role };
};

const open = (roles: Roles, database: Database): TestDatabase =>
  Object.assign(database, {
    ...roles,
    asOwner: (statement: string, values?: unknown[]) =>
      withClient(roles.owner, (client) => client.query(statement, values)),
    async drop() {
      await database.close();
      const name = new URL(roles.owner.connectionString).pathname.slice(1);
      await withClient(inject('testServer').admin, (client) =>
        client.query(`drop database ${name} with (force)`),
      );
    },
  });
