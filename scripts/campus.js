// `npm run campus -- <command>`: the operator's commands, run with the server's environment.
import { runProgram } from './run-program.js';
import { install } from './install.js';

install();
runProgram('apps/server/src/operator/main.ts', { args: process.argv.slice(2) });
