import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface RunningCampus {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts a separate demo campus on a free port, as `npm start` does on first use. */
export const startDemoCampus = async (
  configuration: Readonly<Record<string, string>> = {},
  /** The line that says it is ready, with the address to open. */
  ready = /^Campus is ready at (\S+)/,
): Promise<RunningCampus> => {
  const folder = mkdtempSync(join(tmpdir(), 'campus-demo-'));
  const server = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../apps/server/src/main.ts')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PORT: '0',
        CAMPUS_DATA_DIR: folder,
        CAMPUS_TIMEZONE: 'UTC',
        CAMPUS_DEMO: '1',
        DATABASE_URL: '',
        ...configuration,
      },
    },
  );
  const ended = once(server, 'exit');
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for await (const line of createInterface({ input: server.stdout })) {
    const origin = ready.exec(line)?.[1];
    if (origin === undefined) continue;
    // Nobody reads further output, and a full pipe would block the server.
    server.stdout.resume();
    return { origin, stop };
  }
  await stop();
  throw new Error('The demo campus did not start.');
};
