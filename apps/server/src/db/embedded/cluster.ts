import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartError } from '../../start-error.ts';
import { giveTo, ownFolder, startProgram } from './run-as.ts';
import type { RunAs } from './run-as.ts';

export const SUPERUSER = 'campus';

interface ClusterOptions {
  readonly initdb: string;
  readonly runAs: RunAs;
  readonly passwordFile: string;
  readonly durable: boolean;
}

/** Creates the database files in `cluster` unless they exist. Whole or not at all. */
export async function ensureCluster(cluster: string, options: ClusterOptions): Promise<void> {
  const { runAs } = options;
  if (existsSync(join(cluster, 'PG_VERSION'))) {
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
}

/** Null, or why it failed. */
async function runInitdb(
  folder: string,
  { initdb, runAs, passwordFile, durable }: ClusterOptions,
): Promise<string | null> {
  // Handed over open: an account may not be able to reach it.
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
}
