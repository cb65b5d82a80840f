// `node campus.js <command>`: the operator's commands, run with the server's environment. A release has them
// under the same name (scripts/released.js).
import { install } from './scripts/install.js';
import { runProgram } from './scripts/run-program.js';

// Paths given as arguments are relative to the current folder.
process.env.INIT_CWD ??= process.cwd();
install();
// From source: a build would replace the files of a Campus that is running.
runProgram('apps/server/src/operator/main.ts', { args: process.argv.slice(2) });
