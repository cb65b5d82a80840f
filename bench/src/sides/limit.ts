import { join } from 'node:path';
import type { BenchDatabase } from '../data/database.ts';
import { freePort, type Side, startSide } from './process.ts';

/** The limit (see limit-server.ts) in a process of its own. */
export const startLimit = async (database: BenchDatabase): Promise<Side> =>
  startSide({
    port: await freePort(),
    program: join(import.meta.dirname, 'limit-server.ts'),
    folder: database.folder,
    env: { DATABASE_URL: database.connection.connectionString, NODE_ENV: 'production' },
  });
