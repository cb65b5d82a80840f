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
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../../start-error.ts';
import { inDatabase } from '../connection.ts';
import type { Connection } from '../connection.ts';
import { readOrCreateSecret } from '../../data-folder.ts';
import { withClient } from '../with-client.ts';
import { addressConnection, addressSettings, chooseAddress, chooseLoopback } from './address.ts';
import { SUPERUSER, ensureCluster } from './cluster.ts';
import { clearLeftovers, clusterName, runningAddress, saysReady } from './leftovers.ts';
import { installedPrograms, programOf } from './programs.ts';
import { chooseRunAs, ownFolder, startProgram } from './run-as.ts';
import type { RunAs } from './run-as.ts';

export interface EmbeddedOptions {
  /** Holds the database, its log and its password. The caller has claimed it. */
  readonly folder: string;
  /** False only for tests: nothing survives a crash of the machine, everything is faster. */
  readonly durable?: boolean;
  /** Leaves out the Unix socket, as where there are none. */
  readonly loopback?: boolean;
  /** Where PostgreSQL is, and where other accounts may find a copy of it; for tests. */
  readonly installed?: string;
  readonly sharedFolders?: readonly string[];
}

export interface EmbeddedServer {
  /** To a database named `campus`, as the owner of everything. */
  readonly connection: Connection;
  /** Resolves with a sentence if the server ends without having been asked to. */
  readonly lost: Promise<string>;
  /** Ends sessions, writes everything down, and waits until the server is gone. */
  stop(): Promise<void>;
}

const DATABASE = 'campus';

const SETTINGS = {
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_checkpoints: 'off',
  log_min_messages: 'warning',
  // Statements and the details of errors hold people's data: neither belongs in a log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Starts PostgreSQL on a folder, creating it when empty and recovering it after a kill. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const folder = realpathSync(options.folder);
  const durable = options.durable ?? true;
  const cluster = join(folder, 'postgres');
  const { runAs, programs } = chooseRunAs({
    installed: options.installed ?? installedPrograms(),
    ownCopy: join(folder, 'postgres-programs'),
    shared: options.sharedFolders,
  });
  const password = readOrCreateSecret(folder, 'postgres-password');
  const address = options.loopback
    ? await chooseLoopback()
    : await chooseAddress(folder, { cluster, shared: runAs.account !== undefined });

  await clearLeftovers(cluster, address.kind === 'socket' ? address.folder : undefined);
  await ensureCluster(cluster, {
    initdb: programOf(programs, 'initdb'),
    runAs,
    passwordFile: join(folder, 'postgres-password'),
    durable,
  });

  const settings = {
    ...SETTINGS,
    ...addressSettings(address, cluster),
    cluster_name: clusterName(cluster),
    ...(durable ? {} : NOT_DURABLE),
  };
  const log = join(folder, 'postgres.log');
  const child = launch(programOf(programs, 'postgres'), runAs, cluster, settings, log);
  await untilReady(child, cluster, log);

  let stopping = false;
  const ended = once(child, 'exit');
  const connection = addressConnection(address, SUPERUSER, password, DATABASE);
  await ensureDatabase(inDatabase(connection, 'postgres'));
  return {
    connection,
    lost: new Promise((tell) => {
      child.once('exit', () => {
        if (!stopping) tell(`The embedded database ended by itself: ${lastLines(log)}`);
      });
    }),
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGINT');
      await ended;
    },
  };
}

/** To the server that another process of ours has started on the folder; undefined: none is ready. */
export function runningEmbedded(folder: string): Connection | undefined {
  const cluster = join(realpathSync(folder), 'postgres');
  if (!saysReady(cluster)) return undefined;
  const password = readOrCreateSecret(folder, 'postgres-password');
  return addressConnection(runningAddress(cluster), SUPERUSER, password, DATABASE);
}

/** Whether the folder holds a database, running or not. */
export const isCluster = (folder: string): boolean =>
  existsSync(join(folder, 'postgres', 'PG_VERSION'));

/**
 * In a session of its own, so that Ctrl-C in a terminal reaches only Campus, which first drains.
 * The log is a file rather than a pipe, so that the server outlives us without a broken pipe.
 */
function launch(
  postgres: string,
  runAs: RunAs,
  cluster: string,
  settings: Record<string, string>,
  log: string,
): ChildProcess {
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
  return child;
}

async function untilReady(child: ChildProcess, cluster: string, log: string): Promise<void> {
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
}

async function ensureDatabase(maintenance: Connection): Promise<void> {
  await withClient(maintenance, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      DATABASE,
    ]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  });
}

function lastLines(log: string): string {
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  return lines.slice(-5).join(' ') || 'it said nothing.';
}
