import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { chownSync, lchownSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../../start-error.ts';
import {
  copyPrograms,
  programOf,
  type Programs,
  refuseWithoutGlibc,
  restoreSymlinks,
  sharedCopies,
} from './programs.ts';

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** A way to run PostgreSQL's programs, which refuse to run as root. */
export interface RunAs {
  readonly name: 'self' | 'user namespace' | 'account';
  /** What precedes the program on the command line. */
  readonly prefix: readonly string[];
  /** The account that runs the program, if not this process's own. */
  readonly account?: Account;
  /** The required owner of the database files; undefined: as they are. */
  readonly owner?: Account;
}

/** Makes the kernel stop the database cleanly if this process is killed, where `setpriv` supports that. */
const withParent = ['setpriv', '--pdeathsig', 'INT', '--'];

const ROOT: Account = { uid: 0, gid: 0 };

/**
 * A user other than root, with a name, runs the database as themselves. Otherwise it runs
 * 1. in its own user namespace, in which we appear as `nobody`: files stay ours, no account is needed,
 *    and it works in folders that only we may enter;
 * 2. for root where namespaces are forbidden (usual in containers): as the account `nobody`, which then
 *    owns the database files. Only root may enter the folder around them, so no other process of
 *    that account can reach files or socket.
 */
const candidates = (): RunAs[] => {
  if (process.platform !== 'linux') return [{ name: 'self', prefix: [] }];
  const isRoot = process.getuid?.() === 0;
  const asSelf: RunAs[] = isRoot ? [] : [{ name: 'self', prefix: [] }];
  if (!isRoot && hasName()) return asSelf;

  const nobody = findAccount('nobody');
  if (nobody === undefined) return asSelf;
  const unshare = ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`];
  const inNamespace: RunAs = {
    name: 'user namespace',
    prefix: [...unshare, '--'],
    ...(isRoot && { owner: ROOT }),
  };
  if (!isRoot) return [inNamespace, ...asSelf];
  return [inNamespace, { name: 'account', prefix: [], account: nobody, owner: nobody }];
};

/** A user without a name (a container started with a numeric uid) cannot create a database. */
const hasName = (): boolean => {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
};

const findAccount = (name: string): Account | undefined => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined
    ? undefined
    : { uid: Number(uid), gid: Number(gid) };
};

export interface Places {
  /** The programs that npm installed. */
  readonly installed: Programs;
  /** Our own copy, for when links are missing in the installed ones and cannot be created. */
  readonly ownCopy: Programs;
  /** Folders that all accounts may enter; by default the system's usual ones. */
  readonly shared?: readonly string[] | undefined;
}

/** The first way to run PostgreSQL that works on this machine, with its programs. */
export const chooseRunAs = (places: Places): { runAs: RunAs; programs: Programs } => {
  const failures: string[] = [];
  for (const runAs of candidates()) {
    for (const programs of programsFor(runAs, places)) {
      let failure = '';
      // setpriv comes after unshare: entering a namespace would clear the signal.
      for (const prefix of [[...runAs.prefix, ...withParent], runAs.prefix]) {
        const [file, args] = commandLine({ ...runAs, prefix }, programOf(programs, 'postgres'), [
          '--version',
        ]);
        const tried = spawnSync(file, args, { encoding: 'utf8', ...runAs.account });
        if (tried.status === 0) return { runAs: { ...runAs, prefix }, programs };
        failure = (tried.error?.message ?? tried.stderr).trim();
      }
      refuseWithoutGlibc();
      failures.push(`${runAs.name}: ${failure}`);
    }
  }
  throw new StartError(
    `The embedded database cannot run here (${failures.join('; ')}): start Campus as an ordinary user, or set DATABASE_URL to a PostgreSQL server.`,
  );
};

/** The programs to try, in order; copies are only made when needed. */
const programsFor = function* ({ account }: RunAs, places: Places): Generator<Programs> {
  if (restoreSymlinks(places.installed)) yield places.installed;
  else if (account === undefined && copyPrograms(places.installed, places.ownCopy))
    yield places.ownCopy;
  // Other accounts may not be able to enter its folders.
  if (account !== undefined) yield* sharedCopies(places.installed, places.shared);
};

export interface Start {
  /** Working directory. */
  readonly folder: string;
  readonly args: readonly string[];
  readonly stdio: StdioOptions;
  /** Starts it in its own session. */
  readonly detached?: boolean;
}

export const startProgram = (runAs: RunAs, program: string, start: Start): ChildProcess => {
  const [file, args] = commandLine(runAs, program, start.args);
  const { folder: cwd, stdio, detached = false } = start;
  return spawn(file, args, { cwd, stdio, detached, ...runAs.account });
};

/**
 * The path under which a program can use its working directory. An account that may not enter the
 * parent folders cannot use the real path, but is started inside the folder.
 */
export const ownFolder = ({ account }: RunAs, folder: string): string =>
  account ? '/proc/self/cwd' : folder;

const commandLine = (
  { prefix }: RunAs,
  program: string,
  args: readonly string[],
): [string, string[]] => {
  const [first, ...rest] = [...prefix, program, ...args];
  return [first ?? program, rest];
};

/** @throws StartError if root would take database files from an ordinary user, who could not start Campus any more */
export const requireOwnFiles = ({ owner }: RunAs, path: string): void => {
  const uid = lstatSync(path, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || uid === undefined) return;
  if (uid === ROOT.uid || uid === findAccount('nobody')?.uid) return;
  throw new StartError(
    `The database in ${path} belongs to user ${uid}, who could not start it any more after root has: run this as that user, or give the folder to root first.`,
  );
};

/** Changes the owner of a folder or file to `owner`, unless it is already. */
export const giveTo = (owner: Account | undefined, path: string): void => {
  const status = lstatSync(path);
  if (owner === undefined || status.uid === owner.uid) return;
  if (status.isDirectory()) {
    for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
      lchownSync(join(path, entry), owner.uid, owner.gid);
    }
  }
  // The folder itself last: its owner shows whether all of it was done.
  chownSync(path, owner.uid, owner.gid);
};
