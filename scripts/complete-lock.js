// Adds to package-lock.json the optional platform packages that the registry did not list when the lock was
// made; without them `npm ci` refuses the lock ("Missing: ... from lock file"). The added entries have no
// integrity, which `npm ci` accepts; only the platforms they are for download them. Run it after every change
// of the lock: `npm run lock`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.js';

const OPERATING_SYSTEMS = {
  aix: 'aix',
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  linuxmusl: 'linux',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  win32: 'win32',
  windows: 'win32',
};
const PROCESSORS = new Set([
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]);

/** What the name of a platform package says: `@scope/tool-linux-x64-musl`. */
function platformOf(name) {
  const words = name.split('/').at(-1).split(/[-.]/);
  const cpu = words.find((word) => PROCESSORS.has(word));
  const os = words.map((word) => OPERATING_SYSTEMS[word]).find(Boolean);
  if (cpu === undefined && os === undefined) return undefined;
  const libc = words.some((word) => /^(linux)?musl/.test(word))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : undefined;
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  };
}

/** Looks for the package where Node would, from the dependant's folder upwards. */
function isLocked(packages, dependant, name) {
  for (let folder = dependant; ;) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (folder === '') return false;
    const cut = folder.lastIndexOf('/node_modules/');
    folder = cut === -1 ? '' : folder.slice(0, cut);
  }
}

function complete(packages) {
  const added = [];
  for (const [dependant, entry] of Object.entries({ ...packages })) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isLocked(packages, dependant, name)) continue;
      const platform = platformOf(name);
      if (!platform) {
        throw new Error(`${name} (optional for ${dependant}) is missing and names no platform.`);
      }
      packages[`node_modules/${name}`] = { version: range.replace(/^[\^~=v]+/, ''), ...platform };
      added.push(name);
    }
  }
  return added;
}

const file = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const added = complete(lock.packages);
if (added.length > 0) {
  const byPath = ([a], [b]) => (a < b ? -1 : 1);
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(byPath));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
console.log(`package-lock.json: ${added.length} platform packages added.`);
