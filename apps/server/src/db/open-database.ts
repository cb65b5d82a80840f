import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from 'pg';
import type { Config } from '../config.ts';
import { claimFolder, isClaimed } from '../data-folder.ts';
import { StartError } from '../start-error.ts';
import { clientOf, type Connection, connectionTo, describeConnection } from './connection.ts';
import { isCluster, runningEmbedded, startEmbedded } from './embedded/start.ts';

export interface OpenDatabase {
  readonly kind: 'embedded' | 'external';
  readonly connection: Connection;
  /** Resolves with a sentence if a database of ours ended and cannot be started again; never for an external one. */
  readonly lost: Promise<string>;
  /** Stops the database if it is ours. Every pool is closed before. */
  stop(): Promise<void>;
}

const OLDEST_VERSION = 150_000;
const PATIENCE_MS = 60_000;

interface Waiting {
  /** Ends the wait for a server that is not there yet. */
  readonly signal?: AbortSignal;
  /** Told once, in a sentence, what is waited for. */
  readonly waiting?: (sentence: string) => void;
  /** Told when our own server is on its way. */
  readonly launched?: () => void;
  /** Told in a sentence whenever our own server ended by itself and answers again. */
  readonly restarted?: (sentence: string) => void;
}

/** The configured server, reachable and ready for changes; or our own, started on the data folder. */
export const openDatabase = async (
  config: Pick<Config, 'database' | 'dataDir'>,
  waiting: Waiting = {},
): Promise<OpenDatabase> => {
  if (config.database.kind === 'external') {
    const connection = connectionTo(config.database.url);
    await untilReachable(connection, waiting);
    await refuseSharedSessions(connection);
    return {
      kind: 'external',
      connection,
      lost: new Promise(() => {}),
      stop: async () => {},
    };
  }
  const release = await claimFolder(config.dataDir);
  try {
    const { launched, restarted } = waiting;
    const server = await startEmbedded({ folder: config.dataDir, launched, restarted });
    return {
      kind: 'embedded',
      connection: server.connection,
      lost: server.lost,
      async stop() {
        await server.stop();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
};

/** As `openDatabase`, for work beside a running Campus as well: its embedded server is used then. */
export const joinDatabase = async (
  config: Pick<Config, 'database' | 'dataDir'>,
): Promise<OpenDatabase> => {
  if (config.database.kind === 'embedded' && !isCluster(config.dataDir))
    throw new StartError(
      `There is no Campus in ${config.dataDir}: set CAMPUS_DATA_DIR to its folder.`,
    );
  if (config.database.kind === 'external' || !isClaimed(config.dataDir))
    return openDatabase(config, { waiting: (sentence) => console.error(sentence) });
  const connection = runningEmbedded(config.dataDir);
  if (!connection)
    throw new StartError('Campus is starting or stopping. Please try again in a moment.');
  return { kind: 'embedded', connection, lost: new Promise(() => {}), stop: async () => {} };
};

/** A database that starts together with us may need a moment; a wrong password does not. */
const untilReachable = async (
  connection: Connection,
  { signal, waiting }: Waiting = {},
): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS;
  let said = false;
  for (;;) {
    let refused: string;
    const client = clientOf({ ...connection, connectionTimeoutMillis: 10_000 });
    try {
      await client.connect();
      const { rows } = await client.query<ServerState>(
        `select current_setting('server_version_num')::int as version,
           current_setting('transaction_read_only') = 'on' as "readOnly",
           has_schema_privilege(current_schema(), 'create') is true as "mayCreate"`,
      );
      const problem = problemOf(rows[0]);
      if (problem === undefined) return;
      refused = problem;
    } catch (cause) {
      if (mayPass(cause) && performance.now() < deadline) {
        if (!said)
          waiting?.(
            `Waiting up to a minute for the database at ${describeConnection(connection)}: ${sentenceOf(cause)}`,
          );
        said = true;
        await wait(500, undefined, { signal });
        continue;
      }
      throw new StartError(
        `DATABASE_URL names a database that cannot be used (${describeConnection(connection)}): ${sentenceOf(cause)}`,
        { cause },
      );
    } finally {
      await client.end();
    }
    throw new StartError(`DATABASE_URL names a database that ${refused}`);
  }
};

const sessionOf = async (client: Client): Promise<unknown> =>
  (
    await client.query(
      'select pid, backend_start from pg_stat_activity where pid = pg_backend_pid()',
    )
  ).rows[0];

/**
 * A pooler in transaction mode gives a session to one client after the other, and with it what Campus has set
 * there. Otherwise a session stays with its client, and two clients never have the same.
 */
const refuseSharedSessions = async (connection: Connection): Promise<void> => {
  const [one, other] = [clientOf(connection), clientOf(connection)];
  try {
    await one.connect();
    await other.connect();
    const first = await sessionOf(one);
    await other.query('begin');
    const shared = isDeepStrictEqual(await sessionOf(other), first);
    if (!shared && isDeepStrictEqual(await sessionOf(one), first)) return;
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
  throw new StartError(
    'DATABASE_URL names a pooler in transaction mode, where settings of a session get lost: give it pool_mode = session, or name PostgreSQL itself.',
  );
};

interface ServerState {
  readonly version: number;
  readonly readOnly: boolean;
  readonly mayCreate: boolean;
}

/** Why Campus cannot work there, as the rest of a sentence. */
const problemOf = (state: ServerState | undefined): string | undefined => {
  if (!state || state.version < OLDEST_VERSION) return 'is too old: PostgreSQL 15 is the minimum.';
  if (state.readOnly)
    return 'takes no changes (a standby, or default_transaction_read_only is on): name the primary.';
  if (!state.mayCreate)
    return 'its user may not create tables in: grant create on the schema, or make the user its owner.';
  return undefined;
};

const PASSING = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', '57P03', '53300']);

/** Nobody listens yet, the name is not known yet, the server is starting (57P03) or has no connection free (53300). */
const mayPass = (error: unknown): boolean => {
  const { code } = error as { code?: string };
  return code !== undefined && PASSING.has(code);
};

/** A refused connection to several addresses has an empty message of its own. */
const sentenceOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.message || String((error as NodeJS.ErrnoException).code);
};
