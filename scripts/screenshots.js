// `npm run screenshots`: the README's pictures, taken again from a demo campus of this working copy.
import { buildWeb } from './build-web.js';
import { findBrowser } from './find-browser.js';
import { handOver } from './hand-over.js';
import { install } from './install.js';

install();
const build = buildWeb();
if (!build.ok) {
  console.error(`${build.output}\nThe web application could not be built.`);
  process.exit(1);
}
const browser = findBrowser();
if (!browser) process.exit(1);
process.env.CHROME_PATH = browser;
handOver('e2e/screenshots/main.ts');
