import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';

const main = join(import.meta.dirname, '../../dist/operator/main.js');

/** The output of `node campus.js …`. Rejects if it fails. */
export const operate = async (args: string[], env: NodeJS.ProcessEnv): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args], {
    env: { PATH: process.env['PATH'], ...env },
  });
  return stdout;
};

/** All output of a command that must fail with exit code 1. */
export const operateFailing = async (args: string[], env: NodeJS.ProcessEnv): Promise<string> => {
  const { code, stdout, stderr } = await operate(args, env).then(
    (told) => ({ code: 0, stdout: told, stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  expect(code).toBe(1);
  return stdout + stderr;
};
