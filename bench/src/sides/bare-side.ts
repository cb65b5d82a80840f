import { join } from 'node:path';
import { freePort } from '@campus/server/src/db/embedded/address.ts';
import type { Connection } from '@campus/server/src/db/connection.ts';
import type { BenchDatabase } from '../data/database.ts';
import { type Side, startSide } from './process.ts';

const programs = {
  /** The minimum that keeps Campus's promises about attendance, on its own schema. */
  limit: 'limit-server.ts',
  /** Campus's statements for exams and the library, on its schema. */
  ownStatements: 'own-statements-server.ts',
  /** How Campus stored a submission before all marks of a class became one row. */
  former: 'former-server.ts',
} as const;

/** Starts a bare server on a database as a separate process, for comparison with Campus. */
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
