import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

const PATIENCE_MS = 5_000;
const IDENTITY_SECRET = 'identity-secret';

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'a file has its name',
  ENOTDIR: 'a part of its path is a file',
  EACCES: 'the account that runs Campus may not write there',
  EPERM: 'the account that runs Campus may not write there',
  EROFS: 'it lies on a file system that is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota of the account is used up',
};

/** Runs work on files of the folder; what the operator can do about a failure is said in a sentence. */
const inFolder = <T>(folder: string, work: () => T): T => {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const { code = '', message } = cause as NodeJS.ErrnoException;
    throw new StartError(
      `The folder ${folder} cannot be used: ${REASONS[code] ?? message}. Mend that, or set CAMPUS_DATA_DIR to another folder.`,
      { cause },
    );
  }
};

/** Makes the folder, for its owner alone. Not `recursive`, which never ends below `/proc`. */
const makeFolder = (folder: string): void => {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
};

/** Whole or not at all, and on the disk: what a start left half written is never read. */
const writeSecret = (file: string, secret: string): void => {
  const unfinished = `${file}.unfinished`;
  writeFileSync(unfinished, secret, { mode: 0o600, flush: true });
  renameSync(unfinished, file);
};

/**
 * A secret of this installation: made once, kept in the data folder, readable by its owner only.
 * The folder is claimed, or nobody else starts on it at the same moment.
 */
export const readOrCreateSecret = (folder: string, name: string): string =>
  inFolder(folder, () => {
    const file = join(folder, name);
    const known = readIfExists(file);
    if (known) {
      if (/^[^\p{Cc}]{32,}$/u.test(known)) return known;
      throw new StartError(
        `${file} is damaged: bring it back from a backup. Without it nobody can sign in.`,
      );
    }
    makeFolder(folder);
    const secret = randomBytes(32).toString('base64url');
    writeSecret(file, secret);
    return secret;
  });

/** What protects the keys of our identity service. */
export const identitySecret = ({
  identity,
  dataDir,
}: Pick<Config, 'identity' | 'dataDir'>): string => {
  const configured = identity.kind === 'built-in' ? identity.secret : undefined;
  return configured ?? readOrCreateSecret(dataDir, IDENTITY_SECRET);
};

/** The same, null where accounts are elsewhere. */
export const secretOfBackup = (config: Pick<Config, 'identity' | 'dataDir'>): string | null =>
  config.identity.kind === 'built-in' ? identitySecret(config) : null;

/** Keeps the secret of a campus that is restored. @throws StartError where there is another one */
export const keepIdentitySecret = (folder: string, secret: string): void => {
  const file = join(folder, IDENTITY_SECRET);
  const known = readIfExists(file);
  if (known !== undefined && known !== secret)
    throw new StartError(`${file} belongs to another Campus: name an empty folder.`);
  if (known !== undefined) return;
  inFolder(folder, () => {
    makeFolder(folder);
    writeSecret(file, secret);
  });
};

/**
 * Makes this process the only one that works on the folder, and returns how to give it back.
 * A holder that was killed is recognised, also as a zombie or when its number was given away again;
 * one that is just ending is waited for.
 */
export const claimFolder = async (folder: string): Promise<() => void> => {
  inFolder(folder, () => makeFolder(folder));
  const file = join(folder, 'campus.pid');
  const claim = `${process.pid} ${startOf(process.pid) ?? ''}`;
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    if (inFolder(folder, () => writeNew(file, claim))) return () => rmSync(file, { force: true });
    const holder = holderOf(folder);
    if (holder === undefined) rmSync(file, { force: true });
    else if (performance.now() < deadline) await wait(20);
    else
      throw new StartError(
        `Another Campus (process ${holder}) already works on ${folder}: stop it, or set CAMPUS_DATA_DIR to another folder.`,
      );
  }
};

/** The number of the process that works on the folder, if one does. */
export const holderOf = (folder: string): number | undefined => {
  const [pid = '', start = ''] = (readIfExists(join(folder, 'campus.pid')) ?? '').split(' ');
  return isAlive(Number(pid), start) ? Number(pid) : undefined;
};

/** False where another process was first. */
const writeNew = (file: string, content: string): boolean => {
  try {
    writeFileSync(file, content, { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
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
