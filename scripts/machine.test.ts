import { expect, test } from 'vitest';
import { embeddedDatabaseProblem, thisMachine } from './machine.js';

test.each([
  ['Alpine Linux', { platform: 'linux', arch: 'x64', glibc: false }],
  ['an unknown processor', { platform: 'linux', arch: 'riscv64', glibc: true }],
  ['an unknown system', { platform: 'freebsd', arch: 'x64', glibc: false }],
])('%s is told in one sentence to name a database of its own', (_name, machine) => {
  expect(embeddedDatabaseProblem(machine)).toMatch(/^[^.]+ set DATABASE_URL [^.]+\.$/);
});

test.each([
  { platform: 'linux', arch: 'arm64', glibc: true },
  { platform: 'darwin', arch: 'arm64', glibc: false },
  { platform: 'win32', arch: 'x64', glibc: false },
  thisMachine(),
])('$platform on $arch gets the embedded database', (machine) => {
  expect(embeddedDatabaseProblem(machine)).toBeUndefined();
});
