import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { say, stopAtEnd } from '../bench/src/lifecycle.ts';
import { freePort } from '../apps/server/src/db/embedded/address.ts';
import { trialFolder } from './parts/debian.ts';

const root = join(import.meta.dirname, '..');
const base = 'docker.io/library/node:24-bookworm-slim';

/**
 * Builds deploy/Containerfile from a release and runs it. The base image is made here from Debian and this
 * Node, so that no registry is needed: `apt-get install buildah debootstrap`.
 */
export const container = async (): Promise<string> => {
  if (process.getuid?.() !== 0) throw new Error('Only root can make the base of the container.');
  const folder = trialFolder('container');
  const stored = ['--root', join(folder, 'stored'), '--runroot', join(folder, 'running')];
  const buildah = (...args: string[]) => ['--storage-driver', 'vfs', ...stored, ...args];
  const run = (program: string, ...args: string[]): string =>
    execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' }).trim();

  const debian = join(folder, 'debian');
  run('debootstrap', '--variant=minbase', 'bookworm', debian, 'http://deb.debian.org/debian');
  copyFileSync(process.execPath, join(debian, 'usr/local/bin/node'));
  const empty = run('buildah', ...buildah('from', 'scratch'));
  run('buildah', ...buildah('add', '--quiet', empty, debian, '/'));
  run('buildah', ...buildah('commit', '--quiet', '--rm', empty, base));
  say('There is a base.');

  const release = join(folder, 'release');
  run(process.execPath, join(root, 'scripts/release.js'), release);
  const file = join(root, 'deploy/Containerfile');
  const options = ['--isolation', 'chroot', '--pull-never', '--format', 'docker'];
  run('buildah', ...buildah('build', ...options, '-f', file, '-t', 'campus', release));
  const made = run('buildah', ...buildah('from', '--pull-never', 'campus'));
  const inside = (...args: string[]) => buildah('run', '--isolation', 'chroot', ...args);
  const { Docker: image } = JSON.parse(
    run('buildah', ...buildah('inspect', '--type', 'image', 'campus')),
  ) as { Docker: { config: { Cmd: string[]; Healthcheck: { Test: string[] } } } };
  say('The container is built.');

  const port = await freePort();
  const named = ['--env', 'HOST=127.0.0.1', '--env', `PORT=${port}`, made, '--'];
  const server = stopAtEnd(
    spawn('buildah', inside(...named, ...image.config.Cmd), {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
    async (started) => {
      if (started.exitCode !== null) return;
      started.kill('SIGTERM');
      await once(started, 'exit');
    },
  );
  for await (const text of server.stdout) if (String(text).includes('is ready')) break;
  const page = await fetch(`http://127.0.0.1:${port}/signin`);
  if (!page.ok) throw new Error(`It answered ${page.status}.`);
  const asked = image.config.Healthcheck.Test.slice(1).map((part) =>
    part.replace(':8080/', `:${port}/`),
  );
  run('buildah', ...inside(...named, ...asked));
  const [user, written] = ['id -u', 'find /opt/campus -writable'].map((line) =>
    run('buildah', ...inside(made, '--', 'sh', '-c', line)),
  );
  if (user !== '10001') throw new Error(`It runs as ${user}.`);
  if (written !== '') throw new Error(`It may write ${written}.`);
  return 'built from a release; it is ready and healthy as a user of its own, who may write its data alone';
};
