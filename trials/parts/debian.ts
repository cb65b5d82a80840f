import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Connection, withClient } from '../../apps/server/src/db/connection.ts';
import { stopAtEnd } from '../../bench/src/lifecycle.ts';
import { freePort } from '../../apps/server/src/db/embedded/address.ts';

/** Debian's PostgreSQL refuses to run as root, so it gets its own account. */
const account =
  process.getuid?.() === 0
    ? {
        uid: Number(execFileSync('id', ['-u', 'postgres'])),
        gid: Number(execFileSync('id', ['-g', 'postgres'])),
      }
    : {};

/** A temporary folder, removed at the end, that the other account may enter. */
export const trialFolder = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `campus-trial-${name}-`));
  stopAtEnd(folder, async (made) => rmSync(made, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
  return folder;
};

/** A program installed by Debian, in the newest version available. */
const postgresProgram = (name: string): string => {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home) : [];
  const found = versions
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(home, version, 'bin', name))
    .find((program) => existsSync(program));
  if (found === undefined) throw new Error(`${name} is missing: apt-get install postgresql-15`);
  return found;
};

export const runPostgresProgram = (name: string, args: readonly string[]): void => {
  execFileSync(postgresProgram(name), args, { ...account, cwd: '/', stdio: 'pipe' });
};

/** Starts a program in the foreground; it is stopped at the end of the trial. */
export const startProgram = (program: string, args: readonly string[], folder: string) => {
  const log = openSync(join(folder, 'log.txt'), 'a');
  const child = spawn(program, args, { ...account, cwd: folder, stdio: ['ignore', log, log] });
  const { pid = 0 } = child;
  const ended = once(child, 'exit');
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  return stopAtEnd({ pid, end }, () => end('SIGINT'));
};

export const untilAnswers = async (connectionString: string): Promise<void> => {
  for (let tries = 0; ; tries += 1) {
    const asked = withClient({ connectionString }, (client) => client.query('select 1'));
    const failure = await asked.then(() => undefined).catch((error: unknown) => error);
    if (failure === undefined) return;
    if (tries === 200) throw failure;
    await wait(50);
  }
};

export interface Server {
  readonly port: number;
  /** Sends SIGKILL to all its processes, like a power failure. */
  kill(): Promise<void>;
}

/** Creates an empty data folder; the role `campus` may connect from this machine without a password. */
export const createCluster = (folder: string): void =>
  runPostgresProgram('initdb', [
    '--pgdata',
    folder,
    '--username=campus',
    '--auth=trust',
    '--no-instructions',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ]);

export const startServer = async (folder: string): Promise<Server> => {
  const port = await freePort();
  const flags = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`].flatMap(
    (setting) => ['-c', setting],
  );
  const { pid, end } = startProgram(postgresProgram('postgres'), ['-D', folder, ...flags], folder);
  await untilAnswers(`postgres://campus@127.0.0.1:${port}/postgres`);
  return {
    port,
    async kill() {
      const children = execFileSync('pgrep', ['--parent', `${pid}`], { encoding: 'utf8' });
      const killed = end('SIGKILL');
      for (const child of children.trim().split('\n')) process.kill(Number(child), 'SIGKILL');
      await killed;
    },
  };
};

/** Creates an empty database on its own server. */
export const createDatabase = async (folder: string): Promise<Connection> => {
  const data = join(folder, 'postgres');
  createCluster(data);
  const { port } = await startServer(data);
  const at = (name: string) => ({
    connectionString: `postgres://campus@127.0.0.1:${port}/${name}`,
  });
  await withClient(at('postgres'), (client) => client.query('create database campus'));
  return at('campus');
};
