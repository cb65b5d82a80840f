// Runs a program of the server with Node 24 in place of this process.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { memoryEnv, node24, nodeFlags, root } from './install.js';

/** Forwards signals, and exits as the program does. */
export function runProgram(program, { args = [] } = {}) {
  const child = spawn(node24(), [...nodeFlags, join(root, program), ...args], {
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

/** Forwards signals to the program until it ends. */
export function followSignals(child) {
  const pass = (signal) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  // On SIGTERM npm ends itself and its shell without telling this process, and the program would keep its
  // port. So check whether the parent has gone.
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
