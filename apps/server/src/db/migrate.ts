import { join } from 'node:path';
import { runMigrations } from '@campus/identity';
import type { Connection } from './connection.ts';

export { MigrationError } from '@campus/identity';

const ownFolder = join(import.meta.dirname, '../../migrations');

/** Brings the campus's own tables up to date. @throws MigrationError */
export const migrate = (connection: Connection, folder: string = ownFolder): Promise<string[]> =>
  runMigrations(connection, { folder, table: 'campus_migrations', lock: '7302118' });
