// Builds the web application and the server when their sources changed since the last build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { node24, root } from './install.js';

const notSources = new Set(['node_modules', 'dist']);

/** Builds the pages if necessary; returns `ok`, and the output of a failed build. */
export const buildWeb = () =>
  build('apps/web', 'web application', ['apps/web', 'packages/contract']);

/** The same for the server, bundled into a few files, which start faster than the sources. */
export const buildServer = () =>
  build('apps/server', 'server', ['apps/server', 'apps/identity', 'packages/contract']);

/** Builds both, or ends this process. */
export function buildAll() {
  for (const one of [buildWeb, buildServer]) {
    const { ok, output } = one();
    if (ok) continue;
    console.error(`${output}\nCampus could not be built.`);
    process.exit(1);
  }
}

/** For Vitest: its tests start the built programs. */
export const setup = (vitest) => {
  buildAll();
  vitest.onTestsRerun(() => buildAll());
};

function build(workspace, name, sources) {
  const stamp = join(root, workspace, 'dist', '.built-from');
  const wanted = sourcesHash(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return { ok: true, output: '' };
  console.log(`Building the ${name}.`);
  const node = node24();
  const { status, stdout, stderr, error } = spawnSync(
    'npm',
    ['run', 'build', '--silent', '-w', workspace],
    {
      cwd: root,
      encoding: 'utf8',
      shell: process.platform === 'win32',
      env: {
        ...process.env,
        // Vite builds pages for development if the shell, or Vitest, says otherwise.
        NODE_ENV: 'production',
        PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
      },
    },
  );
  if (status !== 0) return { ok: false, output: `${stdout ?? ''}${stderr ?? ''}${error ?? ''}` };
  writeFileSync(stamp, wanted);
  return { ok: true, output: '' };
}

/** Hash of the names and contents of all source files. */
function sourcesHash(folders) {
  const hash = createHash('sha256');
  for (const folder of folders) {
    for (const file of filesIn(join(root, folder))) {
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
