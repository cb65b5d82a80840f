import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Address } from './address.ts';

const PATIENCE_MS = 10_000;

/**
 * Ends what a killed Campus left running on this folder and removes its lock files. Backends are
 * processes in their own sessions and briefly outlive a killed postmaster; until the last one ends it
 * keeps the shared memory, and a new server refuses to start. The caller has claimed the data folder,
 * so nobody uses these processes any more.
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
    // Without a postmaster, nobody else ends these.
    if (postmaster === undefined || !running.includes(postmaster)) {
      for (const pid of running) signal(pid, 'SIGQUIT');
    }
    await wait(20);
    running = runningOn(cluster);
  }
  for (const pid of running) signal(pid, 'SIGKILL');
  while (runningOn(cluster).length > 0) await wait(20);

  // The lock files name a process that is gone or a zombie; PostgreSQL takes a zombie for a running
  // server. There are two: one in the data, one next to the socket.
  rmSync(pidFile(cluster), { force: true });
  if (socketFolder !== undefined && existsSync(socketFolder)) {
    for (const name of readdirSync(socketFolder)) {
      if (name.startsWith('.s.PGSQL.')) rmSync(join(socketFolder, name), { force: true });
    }
  }
};

/** PostgreSQL writes "ready" in line 8 of its pid file once it accepts connections. */
export const saysReady = (cluster: string): boolean => pidFileLines(cluster)[7]?.trim() === 'ready';

/** Where the running server listens, from the same file. */
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

/** A name on the command line of every server process, which all accounts may read. */
export const clusterName = (cluster: string): string =>
  `campus-${hash('sha256', cluster).slice(0, 16)}`;

/** Pids of the PostgreSQL processes running on `cluster`, a real path. */
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
    // Started by a Campus before it set that name. Root in a container may not see the working
    // directory of another account's process.
    return readlinkSync(`${proc}/cwd`) === cluster;
  } catch {
    // It has just ended, is a zombie, or belongs to another user: not a leftover.
    return false;
  }
};

/** Without /proc: the process in the pid file, if it is still a PostgreSQL. */
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
