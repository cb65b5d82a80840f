import { defineConfig } from '@playwright/test';
import { fastTemporaryFolder } from '../scripts/temporary-folder.ts';

// Where the workers' campuses and their browsers store files.
process.env['TMPDIR'] = fastTemporaryFolder();

const executablePath = process.env['CHROME_PATH'];

/** Each worker tests its own campus (support/campus.ts), so that workers do not see each other's changes. */
export default defineConfig({
  testDir: 'specs',
  // With one worker, two cores are idle almost half of the time: pages wait for the network and for frames.
  workers: 3,
  forbidOnly: true,
  // Generous, for a busy machine: no test measures time.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    browserName: 'chromium',
    // What cannot be clicked after this long never can. Failing here names the action, unlike the test's timeout.
    actionTimeout: 60_000,
    // Tracing every test costs a fifth of the time; E2E_TRACE=1 keeps the traces of failures.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // On a busy machine, clicks miss targets that move; specs about motion turn it on.
    reducedMotion: 'reduce',
    // Requests answered by a service worker bypass `page.route`; the spec about working offline allows it.
    serviceWorkers: 'block',
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
        // Pages live for seconds, so V8's optimising compilers do not pay off.
        '--js-flags=--no-opt,--no-maglev,--max-lazy',
        // Each window would start renderers for the browser's own tab search and address bar.
        '--disable-features=PreloadTopChromeWebUI,WebUIOmniboxPopup,WebUIOmniboxAimPopup',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      // Colours do not depend on the width, so both schemes are checked on the desktop.
      grepInvert: /@any-width|, dark\b|dark scheme/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
});
