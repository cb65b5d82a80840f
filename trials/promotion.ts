import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { withClient } from '../apps/server/src/db/connection.ts';
import { say } from '../bench/src/lifecycle.ts';
import { startCampus } from './parts/campus.ts';
import { createCluster, runPostgresProgram, startServer, trialFolder } from './parts/debian.ts';
import { teachersOf } from './parts/teachers.ts';
import { counted, startWriters } from './parts/writers.ts';

/**
 * Kills a primary under load and promotes its standby at once. With `synchronous_standby_names` a commit is
 * acknowledged once the standby has written it to disk: nothing may be lost. Without it, what the standby had
 * not received yet is lost.
 */
export const promotion = async (kind: 'synchronous' | 'asynchronous'): Promise<string> => {
  const folder = trialFolder('promotion');
  const data = { primary: join(folder, 'primary'), standby: join(folder, 'standby') };
  createCluster(data.primary);
  const primary = await startServer(data.primary);
  const asPostgres = (port: number) => ({
    connectionString: `postgres://campus@127.0.0.1:${port}/postgres`,
  });
  await withClient(asPostgres(primary.port), (client) => client.query('create database campus'));
  runPostgresProgram('pg_basebackup', [
    '--host=127.0.0.1',
    `--port=${primary.port}`,
    '--username=campus',
    '--write-recovery-conf',
    `--pgdata=${data.standby}`,
    '--checkpoint=fast',
  ]);
  const standby = await startServer(data.standby);
  if (kind === 'synchronous')
    await withClient(asPostgres(primary.port), async (client) => {
      await client.query(`alter system set synchronous_standby_names = '*'`);
      await client.query('select pg_reload_conf()');
    });
  const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`;
  const campus = await startCampus(
    folder,
    `postgres://campus@${hosts}/campus?target_session_attrs=read-write`,
  );
  const connection = { connectionString: `postgres://campus@127.0.0.1:${primary.port}/campus` };
  const writers = await startWriters(campus.origin, await teachersOf(connection));
  say(`${writers.width} connections mark classes.`);
  await wait(5000);
  const killed = performance.now();
  await primary.kill();
  runPostgresProgram('pg_ctl', ['promote', '-D', data.standby]);
  const promoted = performance.now();
  await wait(8000);
  await writers.stop();
  const lost = await writers.lost();
  const pause = writers.longestPause().toFixed(1);
  const before = writers.rate(killed - 4000, killed).toFixed(0);
  const after = writers.rate(promoted + 3000, promoted + 8000).toFixed(0);
  const ready = await fetch(`${campus.origin}/readyz`);
  if (ready.status !== 200) throw new Error(`/readyz answers ${ready.status}.`);
  const told = `${lost} of ${writers.written()} acknowledged submissions lost, none for ${pause} s, refused meanwhile: ${counted(writers.failures)}; ${before} a second before, ${after} after.`;
  if (lost > 0 && kind === 'synchronous') throw new Error(told);
  return `The primary was killed and its ${kind} standby promoted at once: ${told}`;
};
