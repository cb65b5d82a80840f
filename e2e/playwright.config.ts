import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

// This file is read again by each worker: the first one decides, the others inherit.
process.env['CAMPUS_E2E_PORT'] ??= String(await freePort());
if (process.env['CAMPUS_E2E_DATA'] === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'campus-e2e-'));
  process.env['CAMPUS_E2E_DATA'] = folder;
  // Not in a global teardown: that comes while the server is still at work in it.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}
const port = process.env['CAMPUS_E2E_PORT'];

const executablePath = process.env['CHROME_PATH'];

/** A campus of its own, as `npm start` serves it, with the demo people in it. */
export default defineConfig({
  testDir: 'specs',
  // Two cores: a browser and the server are company enough.
  workers: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    browserName: 'chromium',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  ],
  webServer: {
    command: `"${process.execPath}" ../apps/server/src/main.ts`,
    url: `http://localhost:${port}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: port,
      CAMPUS_DATA_DIR: process.env['CAMPUS_E2E_DATA'],
      CAMPUS_TIMEZONE: 'UTC',
      CAMPUS_DEMO: '1',
      DATABASE_URL: '',
    },
  },
});
