import { spawnSync } from 'node:child_process';
import { chownSync, lchownSync, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../../start-error.ts';

/** A way to run PostgreSQL's programs, which refuse to run as root. */
export interface RunAs {
  readonly name: 'self' | 'user namespace' | 'account';
  /** What stands before the program and its arguments on the command line. */
  readonly prefix: readonly string[];
  /** Who has to own the database files, where that is not up to the file system. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
}

/** Stops the database in order when this process is killed and cannot do it. Linux only. */
const WITH_PARENT = ['setpriv', '--pdeathsig', 'INT'];

/**
 * Whoever has a name and is not root runs the database as themselves. Otherwise it runs
 * 1. in a user namespace of its own, in which we are called `nobody`: files stay ours, no account
 *    is made, and it works under folders that only we may enter;
 * 2. for root, where namespaces are forbidden (usual in containers): as the account `nobody`, which
 *    keeps just the capability to pass folders it does not own, so binaries and data can stay where
 *    they are. The folder around the data stays root's alone, so no other process of that account
 *    reaches files or socket.
 */
function candidates(): RunAs[] {
  const self: RunAs = { name: 'self', prefix: [], owner: undefined };
  if (process.platform !== 'linux') return [self];
  const isRoot = process.getuid?.() === 0;
  const list: RunAs[] = isRoot ? [] : [{ ...self, prefix: [...WITH_PARENT, '--'] }, self];
  if (!isRoot && hasName()) return list;

  const nobody = account('nobody');
  if (nobody === undefined) return list;
  const owner = isRoot ? { uid: 0, gid: 0 } : undefined;
  const names = [`--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`];
  const unshare = ['unshare', '--user', ...names, '--'];
  const namespaces: RunAs[] = [
    // setpriv comes second: entering the namespace would forget the signal.
    { name: 'user namespace', prefix: [...unshare, ...WITH_PARENT, '--'], owner },
    { name: 'user namespace', prefix: unshare, owner },
  ];
  if (!isRoot) return [...namespaces, ...list];
  const ids = [`--reuid=${nobody.uid}`, `--regid=${nobody.gid}`, '--clear-groups'];
  const capability = ['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override'];
  const prefix = [...WITH_PARENT, ...ids, ...capability, '--'];
  return [...namespaces, { name: 'account', prefix, owner: nobody }];
}

/** A user without a name (a container started with just a number) cannot create a database. */
function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** The first way that works on this machine, found by trying each with `postgres --version`. */
export function chooseRunAs(postgres: string, accept: (way: RunAs) => boolean = () => true): RunAs {
  const failures: string[] = [];
  for (const way of candidates().filter(accept)) {
    const [command, args] = commandLine(way, postgres, ['--version']);
    const tried = spawnSync(command, args, { encoding: 'utf8' });
    if (tried.status === 0) return way;
    failures.push(`${way.name}: ${(tried.error?.message ?? tried.stderr).trim()}`);
  }
  throw new StartError(
    `The embedded database cannot run here (${failures.join('; ')}): start Campus as an ordinary user, or set DATABASE_URL to a PostgreSQL server.`,
  );
}

/** What to spawn so that the program runs this way. */
export function commandLine(
  { prefix }: RunAs,
  program: string,
  args: readonly string[],
): [string, string[]] {
  const [first, ...rest] = [...prefix, program, ...args];
  return [first ?? program, rest];
}

/** Gives the database files to the account that runs the database, if they are somebody else's. */
export function giveTo(owner: RunAs['owner'], folder: string): void {
  if (owner === undefined || lstatSync(folder).uid === owner.uid) return;
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, entry), owner.uid, owner.gid);
  }
  // The folder itself last: it tells whether the work was finished.
  chownSync(folder, owner.uid, owner.gid);
}

function account(name: string): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined
    ? undefined
    : { uid: Number(uid), gid: Number(gid) };
}
