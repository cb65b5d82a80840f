import { join } from 'node:path';
import type { Connection } from '@campus/server/src/db/connection.ts';
import type { BenchDatabase } from '../data/database.ts';
import { freePort, type Side, startSide } from './process.ts';

const programs = {
  /** The least that keeps Campus's promises about attendance, on a schema of its own. */
  limit: 'limit-server.ts',
  /** Campus's statements of other rooms, on its schema. */
  ownStatements: 'own-statements-server.ts',
  /** How Campus stored a submission until its marks became one row for a class. */
  former: 'former-server.ts',
} as const;

/** What Campus is measured against: a bare server on a database, in a process of its own. */
export const startBare = async (
  program: keyof typeof programs,
  connection: Connection,
  { folder }: BenchDatabase,
): Promise<Side> =>
  startSide({
    port: await freePort(),
    program: join(import.meta.dirname, programs[program]),
    folder,
    env: { DATABASE_URL: connection.connectionString, NODE_ENV: 'production' },
  });
