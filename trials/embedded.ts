import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runningEmbedded } from '../apps/server/src/db/embedded/start.ts';
import { startProcess } from '../apps/server/src/testing/campus-process.ts';
import { stopAtEnd } from '../bench/src/lifecycle.ts';
import { trialFolder } from './parts/debian.ts';
import { teachersOf } from './parts/teachers.ts';
import { counted, startWriters } from './parts/writers.ts';

/** Kills the embedded server under load: Campus restarts it. If it cannot be restarted, Campus exits. */
export const embedded = async (): Promise<string> => {
  const data = join(trialFolder('embedded'), 'data');
  const campus = startProcess({ CAMPUS_DATA_DIR: data });
  stopAtEnd(campus, async () => {
    campus.signal('SIGTERM');
    await campus.exit;
  });
  const [, origin = ''] = await campus.says(/Campus is ready at (http:\S+)/);
  const server = runningEmbedded(data);
  if (!server) throw new Error('There is no embedded server.');
  const writers = await startWriters(origin, await teachersOf(server.owner));
  await wait(3000);
  const kill = (): void => {
    const [pid] = readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
  };
  kill();
  await campus.says(/answers again after/);
  while (!(await fetch(`${origin}/readyz`)).ok) await wait(50);
  await wait(3000);
  await writers.stop();
  const lost = await writers.lost();
  const told = `Killed, the embedded server answers again by itself: ${lost} of ${writers.written()} acknowledged submissions lost, none for ${writers.longestPause().toFixed(1)} s, refused meanwhile: ${counted(writers.failures)}.`;
  if (lost > 0 || !campus.output().includes('answers again after')) throw new Error(told);

  rmSync(join(data, 'postgres/global'), { recursive: true });
  const begun = performance.now();
  kill();
  const code = await campus.exit;
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  const [sentence] =
    /The embedded database ended by itself, and .* failed/.exec(campus.output()) ?? [];
  if (code !== 1 || sentence === undefined)
    throw new Error(`Ended with ${code}: ${campus.output()}`);
  return `${told} Where it cannot be started, Campus ends with 1 after ${seconds} s: “${sentence}”`;
};
