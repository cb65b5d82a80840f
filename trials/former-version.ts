import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '../apps/server/src/db/connection.ts';
import { demoAccounts } from '../apps/server/src/demo/index.ts';
import { say } from '../bench/src/lifecycle.ts';
import { campusEnv, startCampus } from './parts/campus.ts';
import { createDatabase, trialFolder } from './parts/debian.ts';
import { teachersOf } from './parts/teachers.ts';
import { counted, signIn, startWriters } from './parts/writers.ts';

/** The version compared with: the last release, or the commit named here until there is one. */
const released = '4d39925';
const root = join(import.meta.dirname, '..');

/** Builds that version with the packages of this one. */
const buildFormer = (folder: string): string => {
  const former = join(folder, 'former');
  mkdirSync(former);
  const run = (program: string, args: readonly string[], input?: Buffer): Buffer =>
    execFileSync(program, args, { cwd: former, input, maxBuffer: 2 ** 30 });
  let archive: Buffer;
  try {
    archive = execFileSync('git', ['archive', released], { cwd: root, maxBuffer: 2 ** 30 });
  } catch (cause) {
    throw new Error(`This checkout does not contain ${released}. Run: git fetch --unshallow`, {
      cause,
    });
  }
  run('tar', ['-x'], archive);
  // Links everything but the workspaces, which the version has itself.
  for (const place of ['.', 'apps/server', 'apps/web', 'apps/identity', 'packages/contract']) {
    const installed = join(root, place, 'node_modules');
    const modules = join(former, place, 'node_modules');
    mkdirSync(modules, { recursive: true });
    for (const name of listed(installed))
      if (name !== '@campus' && name !== '.vite')
        symlinkSync(join(installed, name), join(modules, name));
  }
  const own = join(former, 'node_modules/@campus');
  mkdirSync(own);
  for (const folderOf of ['apps/server', 'apps/identity', 'packages/contract'])
    symlinkSync(join(former, folderOf), join(own, folderOf.split('/')[1] ?? ''));
  run(process.execPath, ['-e', "import('./scripts/build.js').then((one) => one.buildAll())"]);
  return join(former, 'apps/server/dist/main.js');
};

const listed = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** A password policy set in one version is enforced by the other, which checks for changes every two seconds. */
const policyReaches = async (set: string, other: string, minLength: number): Promise<void> => {
  const { token } = await signIn(set, demoAccounts.admin);
  const passwords = { minLength, upperAndLower: false, digit: false, symbol: false };
  const stored = await fetch(`${set}/api/settings`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ passwords }),
  });
  if (!stored.ok) throw new Error(`The policy was refused with ${stored.status}.`);
  await wait(5000);
  for (const origin of [set, other]) {
    const answer = await fetch(`${origin}/identity/password-rules`);
    const { rules } = (await answer.json()) as { rules: string[] };
    if (rules[0] !== `At least ${minLength} characters`)
      throw new Error(`The policy is not followed: ${rules[0]}.`);
  }
};

/**
 * The previous version keeps running while `node campus.js migrate` updates the tables, and then next to this
 * version: people sign in, mark and read at both. The previous version is the owner of the tables; this one is given a
 * user of its own (`DATABASE_MIGRATE_URL`).
 */
export const formerVersion = async (): Promise<string> => {
  const folder = trialFolder('former');
  say(`${released} is built.`);
  const program = buildFormer(folder);
  const connection = await createDatabase(folder);
  const { connectionString: url } = connection;
  const former = await startCampus(folder, url, { program });
  await withClient(connection, (client) => client.query('create role campus_service login'));
  const service = new URL(url);
  service.username = 'campus_service';
  const env = { DATABASE_MIGRATE_URL: url };
  const teachers = await teachersOf(connection);
  const writers = await startWriters(former.origin, teachers);
  await wait(2000);
  const applied = execFileSync(
    process.execPath,
    [join(root, 'apps/server/src/operator/main.ts'), 'migrate'],
    {
      env: { PATH: process.env['PATH'], ...campusEnv(folder, service.href), ...env },
      encoding: 'utf8',
    },
  ).trim();
  say(applied);
  await wait(2000);
  const today = await startCampus(folder, service.href, { env });
  // These people sign in to the former version after the migration.
  const later = await startWriters(former.origin, teachers.slice(0, 2), 4);
  const beside = await startWriters(today.origin, teachers.slice(2, 4), 4);
  await wait(4000);
  await policyReaches(today.origin, former.origin, 9);
  await policyReaches(former.origin, today.origin, 10);
  const all = [writers, later, beside];
  for (const one of all) await one.stop();
  const written = all.map((one) => one.written());
  const lost = (await Promise.all(all.map((one) => one.lost(today.origin)))).reduce(
    (a, b) => a + b,
  );
  const failures = all.flatMap((one) => one.failures);
  const told = `${released} beside this version with a database user of its own, while and after the tables were migrated: ${written.join(' + ')} submissions acknowledged, ${lost} lost, refused: ${counted(failures)}. Each version enforces a password policy that was set in the other.`;
  if (lost > 0 || failures.length > 0 || written.includes(0)) throw new Error(told);
  return told;
};
