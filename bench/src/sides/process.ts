import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Side {
  readonly pid: number;
  /** The address it listens at: http://127.0.0.1:… */
  readonly origin: string;
  stop(): Promise<void>;
}

export interface SideOptions {
  readonly program: string;
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  /** For the log, which goes to a file as a service's would. */
  readonly folder: string;
  /** A folder for the CPU profile written when it stops. */
  readonly profile?: string | undefined;
}

/** Runs a server as a separate process; resolves once it says that it is ready. */
export const startSide = async (options: SideOptions): Promise<Side> => {
  const { program, port, env, folder, profile } = options;
  const log = join(folder, 'side.log');
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  // Passes on the Node and memory options that scripts/ gives every program.
  const memory = Object.entries(process.env).filter(([name]) => name.startsWith('MALLOC_'));
  const child = spawn(process.execPath, [...process.execArgv, ...profiling, program], {
    stdio: ['ignore', 'pipe', openSync(log, 'a')],
    env: {
      ...Object.fromEntries(memory),
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: String(port),
      ...env,
    },
  });
  const ended = once(child, 'exit');
  if (child.stdout === null || child.pid === undefined)
    throw new Error(`${program} could not be started.`);
  const output = createInterface(child.stdout);
  await new Promise<void>((resolve, reject) => {
    output.on('line', (text) => {
      if (text.includes('is ready')) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      reject(new Error(`${program} ended with ${code}: ${readFileSync(log, 'utf8').slice(-2000)}`));
    });
  });
  return {
    pid: child.pid,
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
