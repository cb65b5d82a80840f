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
  EACCES: 'the account that runs this may not read or write there',
  EPERM: 'the account that runs this may not read or write there',
  EROFS: 'it lies on a file system that is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota of the account is used up',
};

/** Why a file or folder cannot be used, in a few words. */
export const reasonOf = ({ code = '', message }: NodeJS.ErrnoException): string =>
  REASONS[code] ?? message;

/** Runs work on files of the folder; a failure becomes a sentence that says what the operator can do. */
const inFolder = <T>(
  folder: string,
  work: () => T,
  variable: 'CAMPUS_DATA_DIR' | 'CAMPUS_BACKUP_FOLDER' = 'CAMPUS_DATA_DIR',
): T => {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(
      `The folder ${folder} cannot be used: ${reasonOf(cause as NodeJS.ErrnoException)}. Fix that, or set ${variable} to another folder.`,
      { cause },
    );
  }
};

/** Creates the folder with access for its owner only. Not `recursive`, which never returns below `/proc`. */
export const makeFolder = (folder: string): void => {
  const isMade = () => statSync(folder, { throwIfNoEntry: false })?.isDirectory();
  if (isMade()) return;
  const parent = dirname(folder);
  // A drive of Windows is its own parent.
  if (parent !== folder && !existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may just have made it.
    if (!isMade()) throw error;
  }
};

/** Makes the folder of scheduled backups. @throws StartError */
export const makeBackupFolder = (folder: string): void =>
  inFolder(folder, () => makeFolder(folder), 'CAMPUS_BACKUP_FOLDER');

/** Writes durably and atomically: a half-written secret is never read. */
const writeSecret = (file: string, secret: string): void => {
  const unfinished = `${file}.unfinished`;
  writeFileSync(unfinished, secret, { mode: 0o600, flush: true });
  renameSync(unfinished, file);
};

/**
 * Reads a secret of this installation; the first call generates it, readable by its owner only.
 * Two processes must not call this on one folder at the same moment: claim the folder first.
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

/** The secret that protects the keys of the built-in identity service. */
export const identitySecret = ({
  identity,
  dataDir,
}: Pick<Config, 'identity' | 'dataDir'>): string => {
  const configured = identity.kind === 'firebase' ? undefined : identity.secret;
  return configured ?? readOrCreateSecret(dataDir, IDENTITY_SECRET);
};

/**
 * The identity secret for a backup; null if accounts are kept elsewhere. Generates none, with which nobody could sign in.
 * @throws StartError if there is none
 */
export const secretOfBackup = (config: Pick<Config, 'identity' | 'dataDir'>): string | null => {
  const { identity, dataDir } = config;
  if (identity.kind === 'firebase') return null;
  const file = join(dataDir, IDENTITY_SECRET);
  if (identity.secret === undefined && !inFolder(dataDir, () => readIfExists(file)))
    throw new StartError(
      `The secret of this Campus is neither in IDENTITY_SECRET nor in ${file}: set the variables that Campus runs with.`,
    );
  return identitySecret(config);
};

/** Stores the secret of a restored campus. @throws StartError if the folder has a different one */
export const keepIdentitySecret = (folder: string, secret: string): void => {
  const file = join(folder, IDENTITY_SECRET);
  const known = inFolder(folder, () => readIfExists(file));
  if (known !== undefined && known !== secret)
    throw new StartError(`${file} belongs to another Campus: name an empty folder.`);
  if (known !== undefined) return;
  inFolder(folder, () => {
    makeFolder(folder);
    writeSecret(file, secret);
  });
};

/**
 * Makes this process the only one working on the folder; returns a function that releases it.
 * Recognises a claim whose process was killed, is a zombie, or whose pid was reused; waits for a
 * process that is about to end.
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

/** The pid of the process working on the folder, if any. */
export const holderOf = (folder: string): number | undefined => {
  const [pid = '', start = ''] = (readIfExists(join(folder, 'campus.pid')) ?? '').split(' ');
  return isAlive(Number(pid), start) ? Number(pid) : undefined;
};

/** Returns false if another process was first. */
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

/** When a process started, in kernel ticks; undefined if it is gone or a zombie. */
const startOf = (pid: number): string | undefined => {
  const stat = readIfExists(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name in parentheses may contain spaces: count from after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : fields[19];
};

const readIfExists = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ESRCH: a process under /proc ended while being read.
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
};
