import type { Env } from '../config.ts';
import { createDb, type Database } from '../db/database.ts';
import type { OpenDatabase } from '../db/open-database.ts';

/** What `npm run campus -- <command>` can do. Throws a `StartError` or `CampusError` where it fails. */
export interface Command {
  readonly usage: string;
  /** Answers its last sentence. */
  run(env: Env, args: readonly string[]): Promise<string>;
}

/** Works on a database that was opened, with the rights of its owner, and closes it. */
export const onDatabase = async <T>(
  opening: Promise<OpenDatabase>,
  work: (db: Database, database: OpenDatabase) => Promise<T>,
): Promise<T> => {
  const database = await opening;
  const db = createDb(database.owner);
  try {
    return await work(db, database);
  } finally {
    await db.close();
    await database.stop();
  }
};
