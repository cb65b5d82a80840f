// `npm run campus -- <command>`: the operator's door, with the environment that the server has.
import { handOver } from './hand-over.js';
import { install } from './install.js';

install();
handOver('apps/server/src/operator/main.ts', { args: process.argv.slice(2) });
