import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Side {
  readonly pid: number;
  /** Where it listens: http://127.0.0.1:… */
  readonly origin: string;
  stop(): Promise<void>;
}

export interface SideOptions {
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where its log goes: a file, as a service's log would. */
  readonly folder: string;
  /** Written a CPU profile into when it stops. */
  readonly profile?: string | undefined;
}

/** Runs a server as a process of its own; resolves once it has said that it is ready, and where. */
export const startSide = async ({ program, env, folder, profile }: SideOptions): Promise<Side> => {
  const log = join(folder, 'side.log');
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...profiling, program],
    {
      stdio: ['ignore', 'pipe', openSync(log, 'a')],
      env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', ...env },
    },
  );
  const ended = once(child, 'exit');
  const port = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (text) => {
      const said = /ready at http:\/\/\S+?:(\d+)/.exec(text)?.[1];
      if (said !== undefined) resolve(said);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`A server ended with ${code}; see ${log}`)));
  });
  if (child.pid === undefined) throw new Error('A process without a number cannot be measured.');
  return {
    pid: child.pid,
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
