// `npm run bench`: the benchmarks, each against a limit measured in the same run.
import { buildAll } from './build.js';
import { findBrowser } from './find-browser.js';
import { runProgram } from './run-program.js';
import { install } from './install.js';

install();
// The server under test includes the pages.
buildAll();
// Measures the marking page.
const browser = findBrowser();
if (!browser) process.exit(1);
process.env.CHROME_PATH = browser;
runProgram('bench/src/main.ts', { args: process.argv.slice(2) });
