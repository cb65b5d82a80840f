import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../../start-error.ts';
import { commandLine, giveTo } from './run-as.ts';
import type { RunAs } from './run-as.ts';

const run = promisify(execFile);

export const SUPERUSER = 'campus';

/** Creates the database files in `cluster` unless they exist. Whole or not at all. */
export async function ensureCluster(
  cluster: string,
  options: { initdb: string; runAs: RunAs; passwordFile: string; durable: boolean },
): Promise<void> {
  const { initdb, runAs } = options;
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    giveTo(runAs.owner, cluster);
    return;
  }
  const unfinished = `${cluster}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  giveTo(runAs.owner, unfinished);
  const [command, args] = commandLine(runAs, initdb, [
    `--pgdata=${unfinished}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${options.passwordFile}`,
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    ...(options.durable ? [] : ['--no-sync']),
  ]);
  try {
    await run(command, args);
  } catch (cause) {
    const { stderr, message } = cause as Error & { stderr?: string };
    throw new StartError(
      `The embedded database could not be created in ${cluster}: ${stderr?.trim() || message}`,
      { cause },
    );
  }
  renameSync(unfinished, cluster);
}
