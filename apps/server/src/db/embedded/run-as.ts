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
  /** What stands before the program and its arguments on the command line. */
  readonly prefix: readonly string[];
  /** Whom the program is started as, if not as this process. */
  readonly account?: Account;
  /** Who has to own the database files, where that is not up to the file system. */
  readonly owner?: Account;
}

/** Stops the database in order when this process is killed and cannot do it, where that is known. */
const withParent = ['setpriv', '--pdeathsig', 'INT', '--'];

const ROOT: Account = { uid: 0, gid: 0 };

/**
 * Anyone who has a name and is not root runs the database as themselves. Otherwise it runs
 * 1. in a user namespace of its own, in which we are called `nobody`: files stay ours, no account
 *    is made, and it works under folders that only we may enter;
 * 2. for root, where namespaces are forbidden (usual in containers): as the account `nobody`, which
 *    owns the database files. The folder around them stays root's alone, so no other process of
 *    that account reaches files or socket.
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

/** A user without a name (a container started with just a number) cannot create a database. */
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
  /** A copy of our own, for where the installed ones miss links that cannot be made. */
  readonly ownCopy: Programs;
  /** Folders that all accounts may enter; the usual ones of the system unless said. */
  readonly shared?: readonly string[] | undefined;
}

/** The first way that works on this machine, and the programs it works with. */
export const chooseRunAs = (places: Places): { runAs: RunAs; programs: Programs } => {
  const failures: string[] = [];
  for (const runAs of candidates()) {
    for (const programs of programsFor(runAs, places)) {
      let failure = '';
      // setpriv comes second: entering a namespace would forget the signal.
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

/** Where the programs are tried, in this order; copies are made when it is their turn. */
const programsFor = function* ({ account }: RunAs, places: Places): Generator<Programs> {
  if (restoreSymlinks(places.installed)) yield places.installed;
  else if (account === undefined && copyPrograms(places.installed, places.ownCopy))
    yield places.ownCopy;
  // Its folders may be closed to other accounts.
  if (account !== undefined) yield* sharedCopies(places.installed, places.shared);
};

export interface Start {
  /** It works in this folder. */
  readonly folder: string;
  readonly args: readonly string[];
  readonly stdio: StdioOptions;
  /** In a session of its own. */
  readonly detached?: boolean;
}

export const startProgram = (runAs: RunAs, program: string, start: Start): ChildProcess => {
  const [file, args] = commandLine(runAs, program, start.args);
  const { folder: cwd, stdio, detached = false } = start;
  return spawn(file, args, { cwd, stdio, detached, ...runAs.account });
};

/**
 * How a program calls the folder it works in. An account that may not enter the folders above it
 * cannot use its path, but is put into it when it is started.
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

/** Gives a folder of database files, or one file, to its owner, if it is someone else's. */
export const giveTo = (owner: Account | undefined, path: string): void => {
  const status = lstatSync(path);
  if (owner === undefined || status.uid === owner.uid) return;
  if (status.isDirectory()) {
    for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
      lchownSync(join(path, entry), owner.uid, owner.gid);
    }
  }
  // The folder itself last: it tells whether the work was finished.
  chownSync(path, owner.uid, owner.gid);
};
