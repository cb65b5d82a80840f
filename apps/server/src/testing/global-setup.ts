import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Connection, inDatabase, withClient } from '../db/connection.ts';
import { startEmbedded } from '../db/embedded/start.ts';
import { migrateAll } from '../db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly testServer: TestServer;
  }
}

/** What a test needs to create its own database. */
export interface TestServer {
  /** Connection to the server's maintenance database, in which nothing is stored. */
  readonly admin: Connection;
  /** The same as the service's user, whose name is `role`. */
  readonly service: Connection;
  readonly role: string;
  /** An empty migrated database to copy; nobody may be connected to it. */
  readonly template: string;
  /** Names of all databases of this run begin with it. */
  readonly prefix: string;
}

/**
 * Starts one PostgreSQL for the whole run in a temporary folder, or uses the one in TEST_DATABASE_URL
 * (to test another version). Its template is migrated once; `testDatabase` copies it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env['TEST_DATABASE_URL'];
  const server =
    external === undefined || external === ''
      ? await startTemporary()
      : { owner: { connectionString: external }, stop: async () => {} };
  const prefix = `campus_test_${randomBytes(4).toString('hex')}`;
  const template = `${prefix}_template`;
  const role = `${prefix}_service`;
  const admin = server.owner;
  const password = randomBytes(16).toString('hex');
  const service = asUser(admin, role, password);
  try {
    await withClient(admin, async (client) => {
      await client.query(`create database ${template}`);
      await client.query(`create role ${role} login password '${password}'`);
    });
    await migrateAll({
      owner: inDatabase(admin, template),
      connection: inDatabase(service, template),
      role,
    });
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('testServer', { admin, service, role, template, prefix });
  return async () => {
    if (external) await dropAll(admin, prefix);
    await server.stop();
  };
}

const asUser = (connection: Connection, username: string, password: string): Connection => {
  const url = new URL(connection.connectionString);
  return { connectionString: Object.assign(url, { username, password }).href };
};

const startTemporary = async (): Promise<{ owner: Connection; stop(): Promise<void> }> => {
  const parent = join(tmpdir(), `campus-tests-${process.getuid?.() ?? 'user'}`);
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  sweep(parent);
  const folder = mkdtempSync(join(parent, `${process.pid}-`));
  const server = await startEmbedded({ folder, durable: false });
  return {
    owner: server.owner,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Removes folders left by killed runs; a folder's name begins with the run's pid. */
const sweep = (parent: string): void => {
  for (const name of readdirSync(parent)) {
    if (!isRunning(Number(name.split('-')[0]))) {
      rmSync(join(parent, name), { recursive: true, force: true });
    }
  }
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const dropAll = (admin: Connection, prefix: string): Promise<void> =>
  withClient(admin, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
    await client.query(`drop role ${prefix}_service`);
  });
