import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { say } from '../bench/src/lifecycle.ts';
import { freePort } from '../apps/server/src/db/embedded/address.ts';
import { startCampus } from './parts/campus.ts';
import { createDatabase, startProgram, trialFolder } from './parts/debian.ts';
import { teachersOf } from './parts/teachers.ts';
import { counted, startWriters } from './parts/writers.ts';

/**
 * As `deploy/nginx.conf` does with several processes: forwards to another what a process has not been sent or
 * may be sent twice. A POST in progress at the killed process is answered 502, and the page sends it again.
 */
const nginxConfiguration = (folder: string, port: number, processes: readonly number[]): string => `
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/nginx.log;
events { worker_connections 1024; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n  ')}
  upstream campus {
    ${processes.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join('\n    ')}
    keepalive 64;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://campus;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_connect_timeout 2s;
      proxy_next_upstream error timeout http_503;
      proxy_next_upstream_timeout 5s;
    }
  }
}
`;

/** Three processes behind nginx on one PostgreSQL; one is killed under load. */
export const killedProcess = async (): Promise<string> => {
  const folder = trialFolder('process');
  const connection = await createDatabase(folder);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const processes = [];
  for (let n = 0; n < 3; n += 1)
    processes.push(
      await startCampus(folder, connection.connectionString, {
        env: { PUBLIC_URL: origin, TRUST_PROXY: '127.0.0.1' },
      }),
    );
  const file = join(folder, 'nginx.conf');
  const ports = processes.map((one) => Number(new URL(one.origin).port));
  writeFileSync(file, nginxConfiguration(folder, port, ports));
  startProgram('/usr/sbin/nginx', ['-c', file, '-p', folder], folder);
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) await wait(50);

  const writers = await startWriters(origin, await teachersOf(connection));
  say(`${writers.width} connections mark classes, and as many read them.`);
  await wait(8000);
  const killed = performance.now();
  process.kill(processes[0]?.pid ?? 0, 'SIGKILL');
  await wait(12_000);
  await writers.stop();
  const lost = await writers.lost();
  const last = Math.max(killed, ...writers.failures.map(({ at }) => at));
  const rates = [writers.rate(killed - 5000, killed), writers.rate(killed + 5000, killed + 11_000)];
  const told = `One of three processes was killed: clients saw ${counted(writers.failures)}, the last after ${((last - killed) / 1000).toFixed(1)} s, ${lost} of ${writers.written()} acknowledged submissions lost; ${rates.map((rate) => rate.toFixed(0)).join(' a second before, ')} after.`;
  const reads = writers.failures.filter(({ what }) => what.startsWith('GET'));
  if (lost > 0 || reads.length > 0) throw new Error(told);
  return told;
};
