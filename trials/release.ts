import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { say, stopAtEnd } from '../bench/src/lifecycle.ts';
import { freePort } from '../apps/server/src/db/embedded/address.ts';
import { trialFolder } from './parts/debian.ts';

const root = join(import.meta.dirname, '..');
/** Debian's account "nobody", which owns nothing. */
const nobody = 65_534;

/** Every file with its modification time; nothing may change it. */
const stateOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => [name, statSync(join(folder, name)).mtimeMs].join(' '))
    .toSorted()
    .join('\n');

/** Makes a release and runs it read-only, under another account, without npm or any other program. */
export const release = async (): Promise<string> => {
  if (process.getuid?.() !== 0) throw new Error('Only root can run it as another account.');
  const folder = trialFolder('release');
  const campus = join(folder, 'campus');
  execFileSync(process.execPath, [join(root, 'scripts/release.js'), campus], { stdio: 'pipe' });
  execFileSync('chmod', ['-R', 'a-w,a+rX', campus]);
  const own = trialFolder('release-data');
  chownSync(own, nobody, nobody);
  chmodSync(own, 0o700);
  const before = stateOf(campus);

  const environment = {
    PATH: '/nonexistent',
    HOME: '/nonexistent',
    CAMPUS_DATA_DIR: join(own, 'data'),
    CAMPUS_BACKUP_PASSPHRASE: 'correct horse battery',
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    INIT_CWD: own,
  };
  const run = (...args: string[]) =>
    spawn(process.execPath, [join(campus, 'campus.js'), ...args], {
      cwd: '/',
      uid: nobody,
      gid: nobody,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const began = performance.now();
  const server = stopAtEnd(run(), async (started) => {
    if (started.exitCode !== null) return;
    started.kill('SIGTERM');
    await once(started, 'exit');
  });
  for await (const text of server.stdout) if (String(text).includes('is ready')) break;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const origin = `http://127.0.0.1:${environment.PORT}`;
  const page = await fetch(`${origin}/signin`);
  const signedIn = await fetch(`${origin}/identity/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: 'admin@example.edu', password: 'campus-demo-1' }),
  });
  if (!page.ok || !signedIn.ok)
    throw new Error(`It answered ${page.status} and ${signedIn.status}.`);
  say(`The release started as another account after ${seconds} s.`);
  const [code] = await once(run('backup', 'there'), 'exit');
  if (code !== 0) throw new Error(`Its command ended with ${code}.`);
  server.kill('SIGTERM');
  const [ended] = await once(server, 'exit');
  if (ended !== 0) throw new Error(`It ended with ${ended}.`);
  if (stateOf(campus) !== before) throw new Error('Something in the release was written.');
  const megabytes = execFileSync('du', ['-sm', campus], { encoding: 'utf8' }).split('\t')[0];
  return `${megabytes} MB, ready after ${seconds} s as another account; it backed itself up, and nothing in its folder was written`;
};
