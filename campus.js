// `node campus.js <command>`: the operator's commands, run with the server's environment. A release has them
// under the same name (scripts/released.js).
import { buildAll, buildServer } from './scripts/build.js';
import { install } from './scripts/install.js';
import { runProgram } from './scripts/run-program.js';

// Paths given as arguments are relative to the current folder.
process.env.INIT_CWD ??= process.cwd();
install();
buildAll([buildServer]);
runProgram('apps/server/dist/operator/main.js', { args: process.argv.slice(2) });
