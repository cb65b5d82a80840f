import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { quickFolder } from './scripts/memory.ts';

// What tests write to disk and throw away.
process.env['TMPDIR'] = quickFolder();

const root = import.meta.dirname;
const databaseSetup = join(root, 'apps/server/src/testing/global-setup.ts');
const declaredRows = join(root, 'apps/server/src/testing/declared-rows.ts');
const webSetup = join(root, 'apps/web/src/testing/setup.ts');

const everywhere = {
  // Starting a process and loading the libraries takes longer than most files do.
  isolate: false,
  // Enough for a machine that is busy: nothing here measures time.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    // The database works while a test waits: also two cores are busy with two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        // The wire: pure rules, no database.
        test: {
          ...everywhere,
          name: 'contract',
          root: join(root, 'packages/contract'),
          include: ['src/**/*.test.ts'],
        },
      },
      {
        // Everything that may ask a real PostgreSQL: `testDatabase()` gives each file its own.
        test: {
          ...everywhere,
          name: 'server',
          root,
          include: ['apps/{server,identity}/src/**/*.test.ts', '{scripts,bench}/**/*.test.ts'],
          globalSetup: [databaseSetup],
          setupFiles: [declaredRows],
        },
      },
      {
        // The house itself: boundaries, and the schema's pictures.
        test: {
          ...everywhere,
          name: 'tools',
          root,
          include: ['tools/**/*.test.ts'],
          globalSetup: [databaseSetup],
        },
      },
      {
        test: {
          ...everywhere,
          name: 'web',
          root: join(root, 'apps/web'),
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: existsSync(webSetup) ? [webSetup] : [],
        },
      },
    ],
  },
});
