// `npm start`: from a fresh clone to a running campus. Runs on Node 20 and hands over to Node 24.
import { buildAll } from './build.js';
import { runProgram } from './run-program.js';
import { install } from './install.js';

install();
buildAll();
runProgram('apps/server/dist/main.js');
