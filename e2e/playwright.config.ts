import { defineConfig } from '@playwright/test';
import { quickFolder } from '../scripts/memory.ts';

// The workers' campuses, and what their browsers keep.
process.env['TMPDIR'] = quickFolder();

const executablePath = process.env['CHROME_PATH'];

/** Each worker tests a campus of its own (support/campus.ts), so that none sees what another does. */
export default defineConfig({
  testDir: 'specs',
  // One leaves two cores idle almost half of the time: pages wait for the network and for frames.
  workers: 3,
  forbidOnly: true,
  // Enough for a machine that is busy: nothing here measures time.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    browserName: 'chromium',
    // What cannot be clicked after this long never can: it fails by name, not by the test's time.
    actionTimeout: 60_000,
    // A trace of every test costs a fifth of the time: CAMPUS_TRACE=1 keeps those of failures.
    trace: process.env['CAMPUS_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // What moves when a click comes is missed on a busy machine; specs about motion ask for it.
    reducedMotion: 'reduce',
    // What it answers passes by `page.route`; the spec about Campus without network allows it.
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
        // Pages live for seconds: what V8's optimizing compilers take is never earned back.
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
      // Nor do colours differ by the width: both schemes of a page are looked at on the desktop.
      grepInvert: /@any-width|, dark\b|dark scheme/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
});
