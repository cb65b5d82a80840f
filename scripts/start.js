// `npm start`: from a fresh clone to a running campus. Runs on Node 20, hands over to Node 24.
import { buildWeb } from './build-web.js';
import { handOver } from './hand-over.js';
import { install } from './install.js';

install();
const build = buildWeb();
if (!build.ok) {
  console.error(`${build.output}\nThe web application could not be built.`);
  process.exit(1);
}
handOver('apps/server/src/main.ts');
