import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Connection, inDatabase, withClient } from '../db/connection.ts';
import { createDb, type Database, type DatabaseTimes } from '../db/database.ts';
import type { TestServer } from './global-setup.ts';

export interface TestDatabase extends Database {
  readonly connection: Connection;
  /** Closes the pool and removes the database. Call it in `afterAll`. */
  drop(): Promise<void>;
}

/** A migrated database without rows, for one test file alone. About 50 ms. */
export const testDatabase = async (times?: DatabaseTimes): Promise<TestDatabase> => {
  const server = inject('testServer');
  return create(server, `template ${server.template} strategy file_copy`, times);
};

/** A database without any table, for tests of the migrations themselves. */
export const emptyDatabase = async (): Promise<TestDatabase> =>
  create(inject('testServer'), 'template template0');

const create = async (
  { admin, prefix }: TestServer,
  from: string,
  times?: DatabaseTimes,
): Promise<TestDatabase> => {
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  await withClient(admin, (client) => client.query(`create database ${name} ${from}`));
  const connection = inDatabase(admin, name);
  const database = createDb(connection, times && { times });
  return Object.assign(database, {
    connection,
    async drop() {
      await database.close();
      await withClient(admin, (client) => client.query(`drop database ${name} with (force)`));
    },
  });
};
