// Installs what is missing. Plain JavaScript for Node 20, without any dependency.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { embeddedDatabaseProblem, hasGlibc, thisMachine } from './machine.js';

export const root = fileURLToPath(new URL('..', import.meta.url));

const stamp = join(root, 'node_modules', '.campus-installed');
const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];

/** Ends the process with a message if the packages cannot be installed. */
export function install() {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  // After a manual `npm install`: `npm ci` would empty a folder that others may be using.
  if (matchesLock()) {
    leaveStamp(wanted);
    return;
  }
  const problem = process.env.DATABASE_URL ? undefined : embeddedDatabaseProblem(thisMachine());
  if (problem) {
    console.error(problem);
    process.exit(1);
  }
  console.log('Installing what is missing. This takes a minute, and only the first time.');
  if (!npm(root, 'ci')) {
    console.log('npm ci did not work; trying npm install.');
    if (!npm(root, 'install', '--no-save', '--no-package-lock')) {
      console.error('The packages could not be installed: npm says above what was missing.');
      process.exit(1);
    }
  }
  leaveStamp(wanted);
}

/** A read-only checkout gets no stamp; it is checked again at each start. */
function leaveStamp(wanted) {
  try {
    writeFileSync(stamp, wanted);
  } catch (error) {
    if (!['EROFS', 'EACCES'].includes(error.code)) throw error;
  }
}

/** Node 24 as installed by npm, or the running Node if it is new enough. */
export function node24() {
  const installed = join(root, 'node_modules/node/bin', windows ? 'node.exe' : 'node');
  const runs = process.execPath === installed || process.platform !== 'linux' || hasGlibc();
  if (runs && existsSync(installed)) return installed;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  // An npm that does not run install scripts leaves the package empty.
  if (runs && npm(root, 'rebuild', 'node') && existsSync(installed)) return installed;
  console.error('Node.js 24 could not be installed: please install it and try again.');
  return process.exit(1);
}

/**
 * Node options of every program: no warning about running TypeScript; a smaller young generation than Node's
 * default, which would grow while a long file is streamed and stay large; garbage collection when the heap
 * has doubled since the last one, not quadrupled; and `gc`, which is called once after the start
 * (docs/performance.md).
 */
export const nodeFlags = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--heap-growing-percent=100',
  '--expose-gc',
];

/**
 * How the C library manages the memory of large replies: few arenas, and blocks of more than 128 kB are
 * returned to the system as soon as they are free.
 */
export const memoryEnv = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

const windows = process.platform === 'win32';

function fingerprint() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  return `${hash} ${process.platform} ${process.arch}\n`;
}

/** Whether npm's record of what it installed agrees with the lock file. */
function matchesLock() {
  const note = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(note)) return false;
  const installed = JSON.parse(readFileSync(note, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(([path, { version, optional, devOptional }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    if (installed[path] === undefined) return Boolean(optional || devOptional);
    return installed[path].version === version;
  });
}

/** Runs npm in a folder, showing only errors; returns whether it succeeded. */
export function npm(folder, ...args) {
  const { status } = spawnSync('npm', [...args, ...quiet], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    // npm is a command file on Windows.
    shell: windows,
    env: productionNeutral(),
  });
  return status === 0;
}

/** With NODE_ENV=production, npm would leave out what builds the pages. */
function productionNeutral() {
  const env = { ...process.env };
  delete env.NODE_ENV;
  return env;
}
