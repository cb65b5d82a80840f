import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

const expectSentence = (args: readonly string[]): void => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/\S/);
  expect(stderr).not.toMatch(/^ +at /m);
};

test.each([
  ['scripts/demo.js', ['--student', '300']],
  ['scripts/demo.js', ['300']],
  ['scripts/fuzz.js', ['--minute', '1']],
  ['scripts/fuzz.js', ['--seed', 'x']],
  ['scripts/release.js', ['--without-databse', join(root, 'no-such-folder')]],
  ['scripts/release.js', [join(root, 'package.json')]],
  ['scripts/sbom.js', ['--format', 'json']],
  ['scripts/sbom.js', [join(root, 'no-such-folder/sbom.json')]],
  ['scripts/try-firebase.js', []],
  ['scripts/try-firebase.js', ['localhost', '127.0.0.1:9099']],
])('%s %j is refused with a sentence, before anything is done', (script, args) => {
  expectSentence([script, ...args]);
});

test.each([
  ['--connection', '32'],
  ['--only', 'rooster'],
])('npm run bench -- %s %s is refused with a sentence', (...args) => {
  const flags = JSON.stringify(join(root, 'bench/src/flags.ts'));
  const read = `import(${flags}).then(({ readFlags }) => readFlags(${JSON.stringify(args)}))`;
  expectSentence(['--disable-warning=ExperimentalWarning', '--eval', read]);
});
