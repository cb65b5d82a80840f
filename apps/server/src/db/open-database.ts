import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from 'pg';
import type { Config } from '../config.ts';
import { claimFolder, holderOf } from '../data-folder.ts';
import { errorMessage } from '../error-message.ts';
import { StartError } from '../start-error.ts';
import {
  clientOf,
  type Connection,
  connectionTo,
  describeConnection,
  isUnreachable,
} from './connection.ts';
import { isCluster, runningEmbedded, startEmbedded } from './embedded/start.ts';
import type { Roles } from './roles.ts';

export interface OpenDatabase extends Roles {
  readonly kind: 'embedded' | 'external';
  /** The embedded server is that of a running Campus. */
  readonly joined?: boolean;
  /** Resolves with a sentence if the embedded database ended and cannot be restarted; never for an external one. */
  readonly lost: Promise<string>;
  /** Stops the embedded database; close every pool first. */
  stop(): Promise<void>;
}

const OLDEST_VERSION = 150_000;
const PATIENCE_MS = 60_000;

export interface Waiting {
  /** Ends the wait for a server that is not reachable yet. */
  readonly signal?: AbortSignal;
  /** Called once with a sentence about what is waited for. */
  readonly waiting?: (sentence: string) => void;
  /** Called once the embedded server is starting. */
  readonly launched?: () => void;
  /** Called with a sentence whenever the embedded server ended by itself and was restarted. */
  readonly restarted?: (sentence: string) => void;
}

/** Connects to the configured server and checks that it is writable, or starts the embedded one. */
export const openDatabase = async (
  config: Pick<Config, 'database' | 'dataDir'>,
  waiting: Waiting = {},
): Promise<OpenDatabase> => {
  if (config.database.kind === 'external') {
    return {
      kind: 'external',
      ...(await openExternal(config.database, waiting)),
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
      ...server,
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

/** Like `openDatabase`, but uses the embedded server of a running Campus if there is one. */
export const joinDatabase = async (
  config: Pick<Config, 'database' | 'dataDir'>,
): Promise<OpenDatabase> => {
  if (config.database.kind === 'embedded' && !isCluster(config.dataDir))
    throw new StartError(
      `There is no Campus in ${config.dataDir}: set CAMPUS_DATA_DIR to its folder.`,
    );
  if (config.database.kind === 'external' || holderOf(config.dataDir) === undefined)
    return openDatabase(config, { waiting: (sentence) => console.error(sentence) });
  const roles = runningEmbedded(config.dataDir);
  if (!roles) throw new StartError('Campus is starting or stopping. Please try again in a moment.');
  return {
    kind: 'embedded',
    joined: true,
    ...roles,
    lost: new Promise(() => {}),
    stop: async () => {},
  };
};

const openExternal = async (
  { url, ownerUrl }: Extract<Config['database'], { kind: 'external' }>,
  waiting: Waiting,
): Promise<Roles> => {
  const service = await reach('DATABASE_URL', url, waiting);
  const { connection, role } = service;
  if (ownerUrl === undefined) {
    if (service.mayCreate || !service.migrated) requireToMigrate('DATABASE_URL', service);
    return { connection, owner: connection, role };
  }
  const owner = await reach('DATABASE_MIGRATE_URL', ownerUrl, waiting);
  requireToMigrate('DATABASE_MIGRATE_URL', owner);
  if (owner.role === role)
    throw new StartError(
      'DATABASE_URL and DATABASE_MIGRATE_URL name the same user: make one for the service that owns nothing.',
    );
  if (owner.database !== service.database)
    throw new StartError(
      'DATABASE_URL and DATABASE_MIGRATE_URL name different databases: they are two users of the same one.',
    );
  return { connection, owner: owner.connection, role };
};

const reach = async (variable: DatabaseVariable, url: string, waiting: Waiting) => {
  const connection = connectionTo(url);
  const look = async () => {
    const state = await stateOf(connection);
    const problem = problemOf(state);
    if (!state || problem !== undefined) throw unusable(variable, String(problem));
    await refuseSharedSessions(variable, connection);
    return { ...state, connection };
  };
  return patiently(connection, waiting, look).catch((cause: unknown) => {
    if (cause instanceof StartError) throw cause;
    throw new StartError(
      `${variable} names a database that cannot be used (${describeConnection(connection)}): ${errorMessage(cause)}`,
      { cause },
    );
  });
};

type DatabaseVariable = 'DATABASE_URL' | 'DATABASE_MIGRATE_URL';

const unusable = (variable: DatabaseVariable, problem: string): StartError =>
  new StartError(`${variable} names a database that ${problem}`);

/** Functions of Campus name the schema public. */
const requireToMigrate = (variable: DatabaseVariable, state: ServerState): void => {
  if (state.toPublic)
    throw unusable(
      variable,
      `would keep its tables in the schema ${state.schema}, and Campus needs them in public: run ${state.toPublic}.`,
    );
  if (!state.mayCreate)
    throw unusable(
      variable,
      `its user may not create tables in: run ${state.grants}; or make the user the owner of the database.`,
    );
};

/**
 * Tries again, for up to a minute, what fails because the database does not answer or has no free connection; fails at
 * once for other errors, such as a wrong password.
 */
export const patiently = async <T>(
  connection: Connection,
  { signal, waiting }: Waiting,
  work: () => Promise<T>,
): Promise<T> => {
  const deadline = performance.now() + PATIENCE_MS;
  let said = false;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnreachable(error) || performance.now() > deadline) throw error;
      if (!said)
        waiting?.(
          `Waiting up to a minute for the database at ${describeConnection(connection)}: ${errorMessage(error)}`,
        );
      said = true;
      await wait(500, undefined, { signal });
    }
  }
};

/** A new client that does not wait for ever. */
const quickClient = (connection: Connection): Client =>
  clientOf({ ...connection, connectionTimeoutMillis: 10_000 });

const stateOf = async (connection: Connection): Promise<ServerState | undefined> => {
  const client = quickClient(connection);
  try {
    await client.connect();
    const { rows } = await client.query<ServerState>(
      `select current_setting('server_version_num')::int as version,
         current_setting('transaction_read_only') = 'on' as "readOnly",
         current_user as role, current_database() as database,
         has_schema_privilege(to_regnamespace('public')::oid, 'create') is true
           and (has_database_privilege(current_database(), 'create')
             or to_regnamespace('identity') is not null) as "mayCreate",
         format('grant create on schema public to %1$I; grant create on database %2$I to %1$I',
           current_user, current_database()) as grants,
         to_regnamespace('identity') is not null and exists (select from pg_class
           where relname = 'campus_migrations'
           and relnamespace = to_regnamespace('public')) as migrated,
         current_schema() as schema,
         case when current_schema() <> 'public' then format(
           'alter role %I in database %I set search_path = public', current_user, current_database())
         end as "toPublic"`,
    );
    return rows[0];
  } finally {
    await client.end();
  }
};

const sessionOf = async (client: Client): Promise<unknown> =>
  (
    await client.query(
      'select pid, backend_start from pg_stat_activity where pid = pg_backend_pid()',
    )
  ).rows[0];

/**
 * Refuses poolers in transaction mode, which share sessions between clients, and so what Campus sets in
 * them. Without one, a session stays with its client and two clients never share one.
 */
const refuseSharedSessions = async (
  variable: DatabaseVariable,
  connection: Connection,
): Promise<void> => {
  const [one, other] = [quickClient(connection), quickClient(connection)];
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
    `${variable} names a pooler in transaction mode, where settings of a session get lost: give it pool_mode = session, or name PostgreSQL itself.`,
  );
};

interface ServerState {
  readonly version: number;
  readonly readOnly: boolean;
  readonly role: string;
  readonly database: string;
  /** Tables in public, and the schema of the identity service unless it exists. */
  readonly mayCreate: boolean;
  /** The statements that allow it. */
  readonly grants: string;
  readonly migrated: boolean;
  /** Where new tables go. */
  readonly schema: string | null;
  /** The statement that makes it public; null if it is. */
  readonly toPublic: string | null;
}

/** Why Campus cannot use this server, as the rest of a sentence. */
const problemOf = (state: ServerState | undefined): string | undefined => {
  if (!state || state.version < OLDEST_VERSION) return 'is too old: PostgreSQL 15 is the minimum.';
  if (state.readOnly)
    return 'takes no changes (a standby, or default_transaction_read_only is on): name the primary.';
  return undefined;
};
