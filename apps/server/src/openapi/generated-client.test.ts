import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person } from '../testing/make.ts';
import { testCampus, type TestCampus } from '../testing/test-campus.ts';
import { clientProgram } from './testing/client-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'campus-client-'));
const require = createRequire(import.meta.url);
// Generator, compiler and program are separate processes, which are slow on a busy machine.
const timeLimit = 120_000;
const password = 'a long enough password';

let campus: TestCampus;
let admin: Person;
let origin: string;

beforeAll(async () => {
  campus = await testCampus({ withIdentity: true, demo: true });
  admin = await campus.make.admin();
  await campus.make.term();
  const { email, name } = admin;
  await campus.identity.createAccounts([{ email, name, password, emailVerified: true }]);
  await campus.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = campus.app.server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await campus.close();
  rmSync(folder, { recursive: true, force: true });
});

const node = async (...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
  return stdout;
};

test(
  'a client that another tool generates from the document compiles, signs in and works',
  async () => {
    const teacher = await campus.make.teacher();
    const tool = join(dirname(require.resolve('oazapfts')), 'cli.js');
    const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
    const options = {
      target: 'esnext',
      module: 'nodenext',
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      types: ['node'],
    };
    const modules = join(import.meta.dirname, '../../../../node_modules');
    symlinkSync(modules, join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
    writeFileSync(join(folder, 'program.ts'), clientProgram);

    await node(tool, `${origin}/api/openapi.json`, join(folder, 'client.ts'));
    await node(compiler, '-p', folder).catch((error: { stdout: string }) => {
      throw new Error(error.stdout);
    });
    const said = await node('program.ts', origin, admin.email, password, teacher.email);

    expect(JSON.parse(said)).toEqual({
      stranger: 'unauthenticated',
      role: 'admin',
      created: 'Graph Theory',
      again: 'duplicate',
      wrong: [{ field: 'emailId', message: 'Email ID is not a valid address' }],
      subjects: ['GT1'],
      uploaded: 2,
      name: 'Ada Byron',
      course: 'Mathematics',
      stale: 1,
      template: ['Full Name', 'Email'],
      left: 204,
    });
  },
  timeLimit,
);
