import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { Config } from '../config.ts';
import { StartError } from '../start-error.ts';
import { errorMessage } from '../error-message.ts';
import { connectionTo, describeConnection, isUnreachable } from './connection.ts';
import type { OpenDatabase } from './open-database.ts';

/** Logs written by this process's embedded server; a restart renames the log to `.1`. */
const logsOf = (folder: string): string[] =>
  ['postgres.log', 'postgres.log.1']
    .map((name) => join(folder, name))
    .filter((log) => existsSync(log) && statSync(log).mtimeMs > performance.timeOrigin)
    .map((log) => readFileSync(log, 'utf8'));

/**
 * Returns an error whose sentence names a full disk or a lost database; the original error if it is neither. A full
 * disk has many symptoms: the database ends, a connection breaks, a file is truncated.
 */
export const nameFault = (
  error: unknown,
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
  { joined = false }: Pick<OpenDatabase, 'joined'> = {},
): unknown => {
  // Says which disk.
  if (error instanceof StartError && error.message.includes('the disk is full')) return error;
  const embedded = database.kind === 'embedded';
  const said = [inspect(error), ...(embedded && !joined ? logsOf(dataDir) : [])];
  if (!said.some((text) => /No space left on device|ENOSPC|53100/.test(text)))
    return nameLost(error);
  const where = embedded ? dataDir : describeConnection(connectionTo(database.url));
  return new StartError(`The disk of ${where} is full: make room there, and start again.`, {
    cause: error,
  });
};

const nameLost = (error: unknown): unknown =>
  error instanceof StartError || !isUnreachable(error)
    ? error
    : new StartError(
        `The database did not answer, or the connection to it was lost (${errorMessage(error)}): see its log for the reason, then try again.`,
        { cause: error },
      );
