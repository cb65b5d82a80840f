// Installs what is missing. Plain JavaScript for Node 20, without any dependency.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const stamp = join(root, 'node_modules', '.campus-installed');
const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];

/** Ends the process with a sentence when the packages cannot be had. */
export function install() {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing what is missing. This takes a minute, and only the first time.');
  if (!npm(root, 'ci')) {
    console.log('npm ci did not work; trying npm install.');
    if (!npm(root, 'install', '--no-save', '--no-package-lock')) {
      console.error('The packages could not be installed: npm says above what was missing.');
      process.exit(1);
    }
  }
  writeFileSync(stamp, wanted);
}

/** Node 24, which npm installed; or the Node that runs this, when it is new enough. */
export function node24() {
  const installed = join(root, 'node_modules/node/bin', windows ? 'node.exe' : 'node');
  if (existsSync(installed)) return installed;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  // An npm that does not run install scripts leaves the package empty.
  if (npm(root, 'rebuild', 'node') && existsSync(installed)) return installed;
  console.error('Node.js 24 could not be installed: please install it and try again.');
  return process.exit(1);
}

/** Node options for running TypeScript: no warning about what Campus is built on. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning'];

const windows = process.platform === 'win32';

function fingerprint() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  return `${hash} ${process.platform} ${process.arch}\n`;
}

/** Runs npm in a folder, quietly; whether it worked. Its errors are shown. */
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

/** NODE_ENV=production would leave out what builds the pages. */
function productionNeutral() {
  const env = { ...process.env };
  delete env.NODE_ENV;
  return env;
}
