import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;
const databaseSetup = join(root, 'apps/server/src/testing/global-setup.ts');
const webSetup = join(root, 'apps/web/src/testing/setup.ts');

/** Enough for a machine that is busy: nothing here measures time. */
const patience = {
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    projects: [
      {
        // The wire: pure rules, no database.
        test: {
          ...patience,
          name: 'contract',
          // Nothing is kept in a module there: each is loaded once, not once for every file.
          isolate: false,
          root: join(root, 'packages/contract'),
          include: ['src/**/*.test.ts'],
        },
      },
      {
        // Everything that may ask a real PostgreSQL: `testDatabase()` gives each file its own.
        test: {
          ...patience,
          name: 'server',
          root,
          include: ['apps/{server,identity}/src/**/*.test.ts', '{scripts,bench}/**/*.test.ts'],
          globalSetup: [databaseSetup],
        },
      },
      {
        // The house itself: boundaries, and the schema's pictures.
        test: {
          ...patience,
          name: 'tools',
          root,
          include: ['tools/**/*.test.ts'],
          globalSetup: [databaseSetup],
        },
      },
      {
        test: {
          ...patience,
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
