// `npm run trials`: causes real faults; each trial ends with a sentence and its figures. `-- promotion` runs one.
import { buildAll } from './build.js';
import { runProgram } from './run-program.js';
import { install } from './install.js';

install();
buildAll();
runProgram('trials/main.ts', { args: process.argv.slice(2) });
