import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;
const databaseSetup = join(root, 'apps/server/src/testing/global-setup.ts');
const webSetup = join(root, 'apps/web/src/testing/setup.ts');

export default defineConfig({
  test: {
    projects: [
      {
        // The wire: pure rules, no database.
        test: {
          name: 'contract',
          root: join(root, 'packages/contract'),
          include: ['src/**/*.test.ts'],
        },
      },
      {
        // Everything that may ask a real PostgreSQL: `testDatabase()` gives each file its own.
        test: {
          name: 'server',
          root,
          include: ['apps/{server,identity}/src/**/*.test.ts', '{scripts,bench}/**/*.test.ts'],
          globalSetup: [databaseSetup],
        },
      },
      {
        // The house itself: boundaries, and the schema's pictures.
        test: {
          name: 'tools',
          root,
          include: ['tools/**/*.test.ts'],
          globalSetup: [databaseSetup],
        },
      },
      {
        test: {
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
