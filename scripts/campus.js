// `npm run campus -- <command>`: the operator's commands, run with the server's environment.
import { handOver } from './hand-over.js';
import { install } from './install.js';

install();
handOver('apps/server/src/operator/main.ts', { args: process.argv.slice(2) });
