// `node campus.js` of a release: starts Campus; with words after it, the operator's command of that name.
import { handOver } from './hand-over.js';

const args = process.argv.slice(2);
// What people name is relative to where they are.
process.env.INIT_CWD ??= process.cwd();
if (args.length === 0) handOver('apps/server/dist/main.js');
else handOver('apps/server/dist/operator/main.js', { args });
