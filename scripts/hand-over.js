// Runs a TypeScript program with Node 24 in place of this process.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { memoryEnv, node24, nodeFlags, root } from './install.js';

/** Passes signals on and ends as the program ends. */
export function handOver(program, { args = [], nodeArgs = [] } = {}) {
  const child = spawn(node24(), [...nodeFlags, ...nodeArgs, join(root, program), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...memoryEnv, ...process.env },
  });
  followSignals(child);
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/** Anyone who stops this process means the program. Until the program ends. */
export function followSignals(child) {
  const pass = (signal) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  // npm answers SIGTERM by ending itself and its shell, and tells nobody below: the program would
  // keep the port. So notice that the parent is gone.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) child.kill('SIGTERM');
  }, 250);
  watch.unref();
  child.once('exit', () => {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, pass);
  });
}
