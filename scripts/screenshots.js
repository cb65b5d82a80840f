// `npm run screenshots`: retakes the README's pictures from a demo campus of this working copy.
import { buildAll } from './build.js';
import { findBrowser } from './find-browser.js';
import { runProgram } from './run-program.js';
import { install } from './install.js';

install();
buildAll();
const browser = findBrowser();
if (!browser) process.exit(1);
process.env.CHROME_PATH = browser;
runProgram('e2e/screenshots/main.ts');
