import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { StartError } from '../../start-error.ts';
import { type Connection, inDatabase, withClient } from '../connection.ts';
import type { Roles } from '../roles.ts';
import { readOrCreateSecret } from '../../data-folder.ts';
import {
  type Address,
  addressConnection,
  addressSettings,
  chooseAddress,
  chooseLoopback,
} from './address.ts';
import { clearLeftovers, clusterName, runningAddress, saysReady } from './leftovers.ts';
import { installedPrograms, programOf } from './programs.ts';
import {
  chooseRunAs,
  giveTo,
  ownFolder,
  requireOwnFiles,
  type RunAs,
  startProgram,
} from './run-as.ts';

export interface EmbeddedOptions {
  /** Contains the database, its log and its passwords. The caller has claimed it. */
  readonly folder: string;
  /** False only in tests: faster, but nothing survives a crash of the machine. */
  readonly durable?: boolean;
  /** Called once the server is started, before it answers. */
  readonly launched?: (() => void) | undefined;
  /** Called with a sentence when the server ended by itself and was started again. */
  readonly restarted?: ((sentence: string) => void) | undefined;
  /** Pause before the second attempt to restart; doubles with each. */
  readonly firstPauseMs?: number;
  /** Listens on loopback instead of a Unix socket. */
  readonly loopback?: boolean;
  /** For tests: where PostgreSQL is installed, and folders for copies that other accounts can use. */
  readonly installed?: string;
  readonly sharedFolders?: readonly string[];
}

/** A running server with a database named `campus`. */
export interface EmbeddedServer extends Roles {
  /** Resolves with a sentence if the server ended by itself and could not be restarted. */
  readonly lost: Promise<string>;
  /** Shuts the server down cleanly and waits for its end. */
  stop(): Promise<void>;
}

const DATABASE = 'campus';
const SUPERUSER = 'campus';
const SERVICE = 'campus_service';

/** A server that ran for so long is restarted without a pause. */
const STEADY_MS = 60_000;
const LONGEST_PAUSE_MS = 30_000;
const MOST_ATTEMPTS = 6;

const SETTINGS = {
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_checkpoints: 'off',
  log_min_messages: 'warning',
  // Statements and error details contain people's data: neither belongs in a log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  // Saves 7 MB that PostgreSQL reserves for features Campus does not use.
  io_method: 'sync',
  io_max_concurrency: '4',
  max_logical_replication_workers: '0',
  wal_buffers: '1MB',
};
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Starts PostgreSQL on a folder; creates the database if needed and recovers it after a kill. */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedServer> => {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const folder = realpathSync(options.folder);
  const durable = options.durable ?? true;
  const cluster = join(folder, 'postgres');
  const { runAs, programs } = chooseRunAs({
    installed: options.installed ?? installedPrograms(),
    ownCopy: join(folder, 'postgres-programs'),
    shared: options.sharedFolders,
  });
  requireOwnFiles(runAs, cluster);
  const address = options.loopback
    ? await chooseLoopback()
    : await chooseAddress(folder, { cluster, shared: runAs.account !== undefined });

  const socketFolder = address.kind === 'socket' ? address.folder : undefined;
  await clearLeftovers(cluster, socketFolder);
  const roles = rolesOf(folder, address);
  await ensureCluster(cluster, {
    initdb: programOf(programs, 'initdb'),
    runAs,
    passwordFile: join(folder, PASSWORD_FILES[SUPERUSER]),
    durable,
  });

  const settings = {
    ...SETTINGS,
    ...addressSettings(address, cluster),
    cluster_name: clusterName(cluster),
    ...(durable ? {} : NOT_DURABLE),
  };
  const log = join(folder, 'postgres.log');
  const stopping = new AbortController();
  const { signal } = stopping;
  const launched = () => launch(programOf(programs, 'postgres'), runAs, cluster, settings, log);
  let server = launched();
  options.launched?.();
  await untilReady(server, cluster, log);
  const maintenance = inDatabase(roles.owner, 'postgres');
  await ensureDatabase(maintenance, passwordOf(folder, SERVICE)).catch(async (error: unknown) => {
    // A child that runs on would keep this process from ending.
    await shutDown(server);
    throw error;
  });

  /** Restarts the server whenever it ends by itself; resolves with the reason if that fails. */
  const keepRunning = async (): Promise<string> => {
    let pause = 0;
    let failed = 0;
    for (;;) {
      const begun = performance.now();
      await server.ended;
      const ended = performance.now();
      const reason = lastLines(log);
      if (ended - begun > STEADY_MS) pause = 0;
      do {
        // Rejects when stopped.
        await wait(pause, undefined, { signal });
        pause = Math.min(Math.max(2 * pause, options.firstPauseMs ?? 500), LONGEST_PAUSE_MS);
        try {
          await clearLeftovers(cluster, socketFolder);
          signal.throwIfAborted();
          server = launched();
          await untilReady(server, cluster, log);
          failed = 0;
        } catch (error) {
          signal.throwIfAborted();
          failed += 1;
          if (failed === MOST_ATTEMPTS)
            return `The embedded database ended by itself, and ${failed} attempts to start it again failed. ${(error as Error).message}`;
        }
      } while (failed > 0);
      const seconds = ((performance.now() - ended) / 1000).toFixed(1);
      options.restarted?.(
        `The embedded database ended by itself and answers again after ${seconds} s: ${reason}`,
      );
    }
  };
  const { promise: lost, resolve: tellLost } = Promise.withResolvers<string>();
  const guard = keepRunning().then(tellLost, () => undefined);
  return {
    ...roles,
    lost,
    async stop() {
      stopping.abort();
      await Promise.all([shutDown(server), guard]);
    },
  };
};

/** Connections to a server that another of our processes runs on the folder; undefined if none is ready. */
export const runningEmbedded = (folder: string): Roles | undefined => {
  const cluster = join(realpathSync(folder), 'postgres');
  return saysReady(cluster) ? rolesOf(folder, runningAddress(cluster)) : undefined;
};

const PASSWORD_FILES = {
  [SUPERUSER]: 'postgres-password',
  [SERVICE]: 'postgres-service-password',
} as const;

const passwordOf = (folder: string, user: keyof typeof PASSWORD_FILES): string =>
  readOrCreateSecret(folder, PASSWORD_FILES[user]);

const rolesOf = (folder: string, address: Address): Roles => {
  const as = (user: keyof typeof PASSWORD_FILES): Connection =>
    addressConnection(address, user, passwordOf(folder, user), DATABASE);
  return { connection: as(SERVICE), owner: as(SUPERUSER), role: SERVICE };
};

/** Whether the folder contains a database, running or not. */
export const isCluster = (folder: string): boolean =>
  existsSync(join(folder, 'postgres', 'PG_VERSION'));

/**
 * Starts the server in its own session, so that Ctrl-C in a terminal reaches only Campus, which first
 * finishes requests. The log is a file, because a pipe would break when the server outlives us.
 */
const launch = (
  postgres: string,
  runAs: RunAs,
  cluster: string,
  settings: Record<string, string>,
  log: string,
): Launched => {
  if (existsSync(log)) renameSync(log, `${log}.1`);
  const output = openSync(log, 'a', 0o600);
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = startProgram(runAs, postgres, {
    folder: cluster,
    args: ['-D', ownFolder(runAs, cluster), ...flags],
    stdio: ['ignore', output, output],
    detached: true,
  });
  closeSync(output);
  // If the program could not be run, there is no 'exit'.
  const ended = Promise.race([once(child, 'exit'), once(child, 'error')]);
  return { child, ended };
};

interface Launched {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
}

const shutDown = async ({ child, ended }: Launched): Promise<void> => {
  child.kill('SIGINT');
  await ended;
};

const untilReady = async ({ child }: Launched, cluster: string, log: string): Promise<void> => {
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  while (!saysReady(cluster)) {
    if (failure === undefined && (child.exitCode !== null || child.signalCode !== null)) {
      failure = new Error(lastLines(log));
    }
    if (failure !== undefined) {
      throw new StartError(`The embedded database did not start: ${failure.message}`, {
        cause: failure,
      });
    }
    await wait(5);
  }
};

const ensureDatabase = async (maintenance: Connection, password: string): Promise<void> => {
  await withClient(maintenance, async (client) => {
    const { rows } = await client.query<{ database: boolean; role: boolean }>(
      `select exists (select from pg_database where datname = $1) as database,
         exists (select from pg_roles where rolname = $2) as role`,
      [DATABASE, SERVICE],
    );
    if (!rows[0]?.database) await client.query(`create database ${DATABASE}`);
    if (!rows[0]?.role)
      await client.query(`create role ${SERVICE} login password ${client.escapeLiteral(password)}`);
  });
};

const lastLines = (log: string): string => {
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  return lines.slice(-5).join(' ') || 'it said nothing.';
};

/** The bundled PostgreSQL's. Other major versions cannot read its data. */
const MAJOR_VERSION = '18';

interface ClusterOptions {
  readonly initdb: string;
  readonly runAs: RunAs;
  readonly passwordFile: string;
  readonly durable: boolean;
}

/** Creates the database files in `cluster` unless they exist, completely or not at all. */
const ensureCluster = async (cluster: string, options: ClusterOptions): Promise<void> => {
  const { runAs } = options;
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
    if (version !== MAJOR_VERSION)
      throw new StartError(
        `The data in ${cluster} are of PostgreSQL ${version}, and this Campus brings PostgreSQL ${MAJOR_VERSION}: take a backup with the version of Campus that made them, and restore it with this one into an empty folder.`,
      );
    giveTo(runAs.owner, cluster);
    return;
  }
  const unfinished = `${cluster}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  giveTo(runAs.owner, unfinished);
  const failure = await runInitdb(unfinished, options).catch((error: Error) => error.message);
  if (failure !== null) {
    throw new StartError(`The embedded database could not be created in ${cluster}: ${failure}`);
  }
  renameSync(unfinished, cluster);
};

/** Returns null, or why it failed. */
const runInitdb = async (
  folder: string,
  { initdb, runAs, passwordFile, durable }: ClusterOptions,
): Promise<string | null> => {
  // Passed as an open file: the account may not be able to reach its path.
  giveTo(runAs.owner, passwordFile);
  const password = openSync(passwordFile, 'r');
  try {
    const child = startProgram(runAs, initdb, {
      folder,
      args: [
        `--pgdata=${ownFolder(runAs, folder)}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${runAs.account ? '/proc/self/fd/3' : passwordFile}`,
        '--auth-local=trust',
        '--auth-host=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-instructions',
        ...(durable ? [] : ['--no-sync']),
      ],
      stdio: ['ignore', 'ignore', 'pipe', password],
    });
    const said = child.stderr ? text(child.stderr) : '';
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    return code === 0 ? null : (await said).trim() || `initdb ended with ${signal ?? code}`;
  } finally {
    closeSync(password);
  }
};
