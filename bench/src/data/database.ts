import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateIdentity } from '@campus/identity';
import { type Connection, withClient } from '@campus/server/src/db/connection.ts';
import { type EmbeddedServer, startEmbedded } from '@campus/server/src/db/embedded/start.ts';
import { migrate } from '@campus/server/src/db/migrate.ts';

export interface BenchDatabase {
  readonly connection: Connection;
  /** For logs; deleted with the database. */
  readonly folder: string;
  stop(): Promise<void>;
}

/** Starts a separate, migrated, empty PostgreSQL that syncs every commit to disk and counts the statements it runs. */
export const startDatabase = async (): Promise<BenchDatabase> => {
  const folder = mkdtempSync(join(tmpdir(), 'campus-bench-'));
  let server: EmbeddedServer | undefined;
  const stop = async (): Promise<void> => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    server = await startEmbedded({ folder });
    await withClient(server.owner, (client) =>
      client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`),
    );
    // Preloaded libraries take effect at the next start.
    await server.stop();
    server = await startEmbedded({ folder });
    const { owner: connection } = server;
    await migrate(connection);
    await migrateIdentity(connection);
    await withClient(connection, (client) => client.query('create extension pg_stat_statements'));
    return { connection, folder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
