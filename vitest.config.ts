import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { fastTemporaryFolder } from './scripts/temporary-folder.ts';

// Where tests write temporary files.
process.env['TMPDIR'] = fastTemporaryFolder();
// Pages show times of day by the computer's clock.
process.env['TZ'] = 'UTC';

const root = import.meta.dirname;
const databaseSetup = join(root, 'apps/server/src/testing/global-setup.ts');
const declaredRows = join(root, 'apps/server/src/testing/declared-rows.ts');
const propertyTests = join(root, 'apps/server/src/testing/property-tests.ts');
const webSetup = join(root, 'apps/web/src/testing/setup.ts');

const everywhere = {
  // Starting a process and loading the libraries takes longer than most test files do.
  isolate: false,
  // Generous, for a busy machine: no test measures time.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
  setupFiles: [propertyTests],
};

export default defineConfig({
  test: {
    // While a test waits, the database works, so two workers keep even two cores busy.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        // The contract: pure rules, no database.
        test: {
          ...everywhere,
          name: 'contract',
          root: join(root, 'packages/contract'),
          include: ['src/**/*.test.ts'],
        },
      },
      {
        // Tests that may use a real PostgreSQL: `testDatabase()` gives each file its own database.
        test: {
          ...everywhere,
          name: 'server',
          root,
          include: ['apps/{server,identity}/src/**/*.test.ts', '{scripts,bench}/**/*.test.ts'],
          globalSetup: [join(root, 'scripts/build.js'), databaseSetup],
          setupFiles: [propertyTests, declaredRows],
        },
      },
      {
        // The repository itself: module boundaries, generated schema files.
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
          setupFiles: [propertyTests, webSetup],
        },
      },
    ],
  },
});
