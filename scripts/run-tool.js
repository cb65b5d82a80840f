// Runs a tool installed by npm under Node 24, and captures its output.
import { spawn } from 'node:child_process';
import { dirname, delimiter, join } from 'node:path';
import { followSignals } from './run-program.js';
import { node24, root } from './install.js';

const bin = join(root, 'node_modules/.bin');

/** Resolves to `ok` (exit code 0) and `output`. */
export function run(tool, args, { cwd = root, env = {} } = {}) {
  const child = spawn(join(bin, tool), args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm creates command files on Windows.
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      ...env,
      PATH: [dirname(node24()), bin, process.env.PATH].join(delimiter),
    },
  });
  followSignals(child);
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve) => {
    const end = (ok, more = '') => resolve({ ok, output: Buffer.concat(output).toString() + more });
    child.on('error', (error) => end(false, error.message));
    child.on('close', (code, signal) => end(code === 0, signal ? `Ended by ${signal}.` : ''));
  });
}
