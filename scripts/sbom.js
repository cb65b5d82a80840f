// `npm run sbom -- FILE`: npm's bill of materials (CycloneDX) of what runs in production. Made from the lock
// file, so nothing needs to be installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readArguments } from './arguments.js';
import { root } from './install.js';

const [file] = readArguments(
  'npm run sbom -- <the file to write, in a folder that exists>',
  { allowPositionals: true },
  ({ positionals: [named, ...more] }) =>
    named && more.length === 0 && existsSync(dirname(resolve(named))),
).positionals;

const workspaces = ['apps/server', 'apps/identity', 'apps/web', 'packages/contract'];
const { status, stdout } = spawnSync(
  'npm',
  [
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
    '--loglevel=error',
    ...workspaces.map((folder) => `--workspace=${folder}`),
    // npm 10 would take the version range that `overrides` in package.json replaces for a broken installation.
    '--legacy-peer-deps',
  ],
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
    // npm is a command file on Windows.
    shell: process.platform === 'win32',
  },
);
if (status !== 0) process.exit(status ?? 1);

const bill = JSON.parse(stdout);
const { component } = bill.metadata;
const nameOf = (ref) => ref.slice(0, ref.lastIndexOf('@'));
// npm names the root and the workspaces after their folders, which may have any name.
for (const one of [component, ...bill.components]) one.name = nameOf(one['bom-ref']);

// npm's own `--omit=dev` also leaves out packages that any workspace uses for tests: zod, pg, sharp.
const production = new Map(
  workspaces.map((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const { name, dependencies = {}, optionalDependencies = {} } = manifest;
    return [name, { ...dependencies, ...optionalDependencies }];
  }),
);
// Node itself, which npm installs for the root, is missing from the workspaces' bill.
const campus = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const node = { type: 'platform', name: 'node', version: campus.dependencies.node };
const nodeRef = `node@${node.version}`;
bill.components.push({ 'bom-ref': nodeRef, ...node, purl: `pkg:npm/${nodeRef}` });
const ourRefs = bill.components
  .filter(({ name }) => name === 'node' || production.has(name))
  .map((one) => one['bom-ref']);
const needs = new Map(
  bill.dependencies.map(({ ref, dependsOn = [] }) => {
    if (ref === component['bom-ref']) return [ref, ourRefs];
    const own = production.get(nameOf(ref));
    return [ref, own ? dependsOn.filter((need) => nameOf(need) in own) : dependsOn];
  }),
);
const kept = new Set([component['bom-ref']]);
for (const ref of kept) for (const need of needs.get(ref) ?? []) kept.add(need);
bill.components = bill.components.filter((one) => kept.has(one['bom-ref']));
bill.dependencies = [...kept].map((ref) => ({ ref, dependsOn: needs.get(ref) ?? [] }));

const incomplete = bill.components.filter(({ name, version, purl }) => !name || !version || !purl);
if (bill.bomFormat !== 'CycloneDX' || bill.components.length === 0 || incomplete.length > 0) {
  console.error('npm answered something that is no complete bill of materials.');
  process.exit(1);
}
writeFileSync(resolve(file), `${JSON.stringify(bill, null, 2)}\n`);
console.log(`${bill.components.length} components of ${component['bom-ref']}: ${file}`);
