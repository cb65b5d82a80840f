import { spawn } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { runningOn } from '../db/embedded/leftovers.ts';

export interface CampusProcess {
  readonly pid: number;
  /** Resolves with the first part of the output that matches; rejects if the process ends first. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** Everything written so far, to either stream. */
  output(): string;
  /** Resolves with the exit code, or null if a signal ended it. */
  readonly exit: Promise<number | null>;
  signal(name: NodeJS.Signals): void;
  /** Sends SIGKILL to the process and everything in its group, like the kernel's out-of-memory killer. */
  killGroup(): void;
}

const server = join(import.meta.dirname, '..');

interface ProcessOptions {
  /** Relative to the server's sources; the built Campus by default. */
  readonly program?: string | undefined;
  readonly args?: readonly string[];
  /** An open file that its log goes to. */
  readonly log?: number | undefined;
}

/** Starts a program of the server in its own process group. */
export const startProcess = (
  env: NodeJS.ProcessEnv,
  { program = '../dist/main.js', args = [], log }: ProcessOptions = {},
): CampusProcess => {
  const child = spawn(process.execPath, [join(server, program), ...args], {
    stdio: ['ignore', 'pipe', log ?? 'pipe'],
    detached: true,
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', ...env },
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('The process could not be started.');
  let output = '';
  const heard = new Set<() => void>();
  const hear = (chunk: Buffer): void => {
    output += chunk.toString();
    for (const listener of heard) listener();
  };
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', hear);
  const { promise: exit, resolve: ended } = Promise.withResolvers<number | null>();
  child.once('close', (code) => ended(code));

  return {
    pid,
    exit,
    output: () => output,
    async says(pattern) {
      const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
      const look = (): void => {
        const match = pattern.exec(output);
        if (match) resolve(match);
      };
      heard.add(look);
      look();
      void exit.then((code) => reject(new Error(`The process ended with ${code}: ${output}`)));
      try {
        return await promise;
      } finally {
        heard.delete(look);
      }
    },
    signal: (name) => void child.kill(name),
    killGroup: () => void process.kill(-pid, 'SIGKILL'),
  };
};

/** Pids of the PostgreSQL processes running on a data folder. */
export const postgresOn = (dataDir: string): number[] =>
  runningOn(join(realpathSync(dataDir), 'postgres'));

/** The postmaster's pid, from line 1 of its pid file. */
export const postmasterOn = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
