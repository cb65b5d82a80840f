// Runs a tool that npm installed, under Node 24, and keeps what it says.
import { spawn } from 'node:child_process';
import { dirname, delimiter, join } from 'node:path';
import { followSignals } from './hand-over.js';
import { node24, root } from './install.js';

const bin = join(root, 'node_modules/.bin');

/** Resolves with `ok` (it ended with 0) and its `output`. */
export function run(tool, args, { cwd = root, env = {} } = {}) {
  const child = spawn(join(bin, tool), args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm makes command files on Windows.
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
