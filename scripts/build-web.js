// Builds the web application when its sources changed since the last build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { node24, root } from './install.js';

const web = join(root, 'apps/web');
const stamp = join(web, 'dist', '.built-from');
const notSources = new Set(['node_modules', 'dist']);

/** Whether the pages are built and up to date now; if not, what the build said. */
export function buildWeb() {
  const wanted = sourcesHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return { ok: true, output: '' };
  console.log('Building the web application.');
  const node = node24();
  const { status, stdout, stderr, error } = spawnSync(
    'npm',
    ['run', 'build', '--silent', '-w', 'apps/web'],
    {
      cwd: root,
      encoding: 'utf8',
      shell: process.platform === 'win32',
      env: { ...process.env, PATH: `${dirname(node)}${pathDelimiter}${process.env.PATH}` },
    },
  );
  if (status !== 0) return { ok: false, output: `${stdout ?? ''}${stderr ?? ''}${error ?? ''}` };
  writeFileSync(stamp, wanted);
  return { ok: true, output: '' };
}

const pathDelimiter = process.platform === 'win32' ? ';' : ':';

/** Names and contents of everything the pages are made from. */
function sourcesHash() {
  const hash = createHash('sha256');
  for (const folder of [web, join(root, 'packages/contract')]) {
    for (const file of filesIn(folder)) {
      hash
        .update(`${relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex');
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !notSources.has(name) && !name.includes('.test.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(path);
      return entry.isFile() ? [path] : [];
    });
}
