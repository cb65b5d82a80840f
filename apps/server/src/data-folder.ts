import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from './start-error.ts';

const PATIENCE_MS = 5_000;

/**
 * A secret of this installation: made once, kept in the data folder, readable by its owner only.
 * The folder is claimed, or nobody else starts on it at the same moment.
 */
export const readOrCreateSecret = (folder: string, name: string): string => {
  const file = join(folder, name);
  const known = readIfExists(file);
  if (known !== undefined) return known;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(file, secret, { mode: 0o600, flag: 'wx' });
  return secret;
};

/**
 * Makes this process the only one that works on the folder, and returns how to give it back.
 * A holder that was killed is recognised, also as a zombie or when its number was given away again;
 * one that is just ending is waited for.
 */
export const claimFolder = async (folder: string): Promise<() => void> => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'campus.pid');
  const claim = `${process.pid} ${startOf(process.pid) ?? ''}`;
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      writeFileSync(file, claim, { mode: 0o600, flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const [pid = '', start = ''] = (readIfExists(file) ?? '').split(' ');
    if (isAlive(Number(pid), start)) {
      if (Date.now() < deadline) {
        await wait(20);
        continue;
      }
      throw new StartError(
        `Another Campus (process ${pid}) already works on ${folder}: stop it, or set CAMPUS_DATA_DIR to another folder.`,
      );
    }
    rmSync(file, { force: true });
  }
};

/** Whether a Campus works on the folder. */
export const isClaimed = (folder: string): boolean => {
  const [pid = '', start = ''] = (readIfExists(join(folder, 'campus.pid')) ?? '').split(' ');
  return isAlive(Number(pid), start);
};

const isAlive = (pid: number, start: string): boolean => {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  if (process.platform === 'linux') return startOf(pid) === start;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** When a living process began, in the kernel's ticks; undefined if it is gone or a zombie. */
const startOf = (pid: number): string | undefined => {
  const stat = readIfExists(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name in parentheses may hold spaces: count from behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : fields[19];
};

const readIfExists = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ESRCH: a process under /proc that ends while it is read.
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
};
