import { join } from 'node:path';
import { freePort } from '../../apps/server/src/db/embedded/address.ts';
import { stopAtEnd } from '../../bench/src/lifecycle.ts';
import { type Side, startSide } from '../../bench/src/sides/process.ts';

export const program = join(import.meta.dirname, '../../apps/server/dist/main.js');

export const campusEnv = (
  folder: string,
  databaseUrl: string | undefined,
): Readonly<Record<string, string>> => ({
  CAMPUS_DEMO: '1',
  CAMPUS_TIMEZONE: 'UTC',
  CAMPUS_DATA_DIR: folder,
  IDENTITY_SECRET: 'of a trial, which ends with everything in it',
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
});

/** Starts Campus as in production, with the demo's people; `program` selects another version. */
export const startCampus = async (
  folder: string,
  databaseUrl: string | undefined,
  options: { program?: string; port?: number; env?: Readonly<Record<string, string>> } = {},
): Promise<Side> =>
  stopAtEnd(
    await startSide({
      program: options.program ?? program,
      port: options.port ?? (await freePort()),
      folder,
      env: { ...campusEnv(folder, databaseUrl), ...options.env },
    }),
    (side) => side.stop(),
  );
