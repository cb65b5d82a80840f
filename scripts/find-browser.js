// A browser for the tests: the system's, else Debian's package where we may install it, else one
// that npm brought.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { root } from './install.js';

const names = [
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

/** Path of a Chromium or Chrome; undefined, after a sentence that says what to do, if there is none. */
export function findBrowser() {
  const found = process.env.CHROME_PATH || installed() || fromDebian() || fromPlaywright();
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
    ['install', '-y', '-qq', 'chromium'],
  ]) {
    if (spawnSync('apt-get', args, { env, stdio: 'ignore' }).status !== 0) return undefined;
  }
  return installed();
}

/** Whatever `npx playwright install chromium` downloaded earlier. */
function fromPlaywright() {
  try {
    // Named apart: it belongs to that workspace, not to these scripts.
    const runner = '@playwright/test';
    const path = createRequire(join(root, 'e2e/package.json'))(runner).chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
