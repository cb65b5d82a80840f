// `npm run bench`: the benchmarks, each against its limit taken in the same run.
import { handOver } from './hand-over.js';
import { install } from './install.js';

install();
handOver('bench/src/main.ts', { args: process.argv.slice(2) });
