import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Address } from './address.ts';

const PATIENCE_MS = 10_000;

/**
 * Ends what an earlier, killed Campus left running on this folder and removes its lock files.
 * Backends are sessions of their own and outlive a killed postmaster for a moment; while one lives
 * it holds the shared memory, and a new server refuses to start. The caller holds the data folder,
 * so whatever runs here belongs to nobody any more.
 */
export const clearLeftovers = async (
  cluster: string,
  socketFolder: string | undefined,
): Promise<void> => {
  const postmaster = readPostmasterPid(cluster);
  let running = runningOn(cluster);
  if (postmaster !== undefined && running.includes(postmaster)) signal(postmaster, 'SIGINT');
  const deadline = performance.now() + PATIENCE_MS;
  while (running.length > 0 && performance.now() < deadline) {
    // Orphans: their postmaster is gone, so nobody waits for them and nobody else ends them.
    if (postmaster === undefined || !running.includes(postmaster)) {
      for (const pid of running) signal(pid, 'SIGQUIT');
    }
    await wait(20);
    running = runningOn(cluster);
  }
  for (const pid of running) signal(pid, 'SIGKILL');
  while (runningOn(cluster).length > 0) await wait(20);

  // The locks name a process that is gone or a zombie nobody has reaped yet; PostgreSQL takes a
  // zombie for a living server. There are two: in the data and beside the socket.
  rmSync(pidFile(cluster), { force: true });
  if (socketFolder !== undefined && existsSync(socketFolder)) {
    for (const name of readdirSync(socketFolder)) {
      if (name.startsWith('.s.PGSQL.')) rmSync(join(socketFolder, name), { force: true });
    }
  }
};

/** PostgreSQL writes "ready" on the eighth line of its pid file once it accepts connections. */
export const saysReady = (cluster: string): boolean => pidFileLines(cluster)[7]?.trim() === 'ready';

/** Where the server listens that runs on the data, by the same file. */
export const runningAddress = (cluster: string): Address => {
  const [, , , port = '', folder = ''] = pidFileLines(cluster);
  return folder
    ? { kind: 'socket', folder: resolve(cluster, folder) }
    : { kind: 'loopback', port: Number(port) };
};

const readPostmasterPid = (cluster: string): number | undefined => {
  const pid = Number(pidFileLines(cluster)[0]);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
};

const pidFileLines = (cluster: string): string[] => {
  try {
    return readFileSync(pidFile(cluster), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

const pidFile = (cluster: string): string => join(cluster, 'postmaster.pid');

/** Stands on the command line of every process of the server, which all accounts may read. */
export const clusterName = (cluster: string): string =>
  `campus-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`;

/** The PostgreSQL processes at work on `cluster`, a real path. */
export const runningOn = (cluster: string): number[] => {
  if (process.platform !== 'linux') return postmasterIfRunning(cluster);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isPostgresOf(`/proc/${name}`, cluster))
    .map(Number);
};

const isPostgresOf = (proc: string, cluster: string): boolean => {
  try {
    if (!readFileSync(`${proc}/comm`, 'utf8').startsWith('postgres')) return false;
    if (readFileSync(`${proc}/cmdline`, 'utf8').includes(clusterName(cluster))) return true;
    // Started by a Campus that did not name it yet. Root in a container may not see the working
    // folder of another account's process.
    return readlinkSync(`${proc}/cwd`) === cluster;
  } catch {
    // It ended while being looked at, is a zombie, or belongs to another user: not a leftover.
    return false;
  }
};

/** Without /proc: the process named by the pid file, if that number is still a PostgreSQL. */
const postmasterIfRunning = (cluster: string): number[] => {
  const pid = readPostmasterPid(cluster);
  if (pid === undefined) return [];
  const [command, args] =
    process.platform === 'win32'
      ? ['tasklist', ['/FI', `PID eq ${pid}`, '/NH']]
      : ['ps', ['-o', 'comm=', '-p', String(pid)]];
  return spawnSync(command, args, { encoding: 'utf8' }).stdout?.includes('postgres') ? [pid] : [];
};

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};
