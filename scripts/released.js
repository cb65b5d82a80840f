// `node campus.js` of a release starts Campus; with arguments, it runs that operator command.
import { runProgram } from './run-program.js';

const args = process.argv.slice(2);
// Paths given as arguments are relative to the current folder.
process.env.INIT_CWD ??= process.cwd();
if (args.length === 0) runProgram('apps/server/dist/main.js');
else runProgram('apps/server/dist/operator/main.js', { args });
