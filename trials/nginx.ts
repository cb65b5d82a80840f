import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as sendPlain } from 'node:http';
import { request as sendSecure } from 'node:https';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { say } from '../bench/src/lifecycle.ts';
import { freePort } from '../apps/server/src/db/embedded/address.ts';
import { formBody, formType } from '../apps/server/src/testing/upload.ts';
import { startCampus } from './parts/campus.ts';
import { startProgram, trialFolder } from './parts/debian.ts';

const root = join(import.meta.dirname, '..');

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** The delivered configuration with other ports, names and files. */
const configuration = (folder: string, ports: { http: number; https: number; campus: number }) => {
  const delivered = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${ports.https} ssl http2;`)
    .replaceAll('campus.example.edu', 'localhost')
    .replaceAll('/etc/ssl/campus/', `${folder}/`)
    .replace('127.0.0.1:8080', `127.0.0.1:${ports.campus}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n  ');
  return `daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/nginx.log;
events { worker_connections 1024; }
http {
  log_format named '$request_id $remote_addr $status $request_uri';
  access_log ${folder}/access.log named;
  ${temporary}
  ${delivered}
}
`;
};

/** The delivered nginx configuration with a self-signed certificate, in front of a real Campus. */
export const nginx = async (): Promise<string> => {
  const folder = trialFolder('nginx');
  const ports = { http: await freePort(), https: await freePort(), campus: await freePort() };
  const origin = `https://localhost:${ports.https}`;
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  execFileSync(
    '/usr/bin/openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1']
      .concat(['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'])
      .concat(['-keyout', key, '-out', certificate]),
    { stdio: 'pipe' },
  );
  // nginx runs as another user, who must be able to read the key.
  chmodSync(key, 0o644);
  const settings = join(folder, 'nginx.conf');
  writeFileSync(settings, configuration(folder, ports));
  await startCampus(folder, undefined, {
    port: ports.campus,
    env: {
      PUBLIC_URL: origin,
      TRUST_PROXY: '127.0.0.1',
      CAMPUS_METRICS_TOKEN: 'a-token-of-a-trial',
    },
  });
  startProgram('/usr/sbin/nginx', ['-c', settings, '-p', folder], folder);

  const ca = readFileSync(certificate);
  const ask = async (path: string, { method = 'GET', headers = {}, body }: Asked = {}) => {
    const sent = sendSecure(`${origin}${path}`, {
      ca,
      method,
      headers,
      localAddress: '127.0.0.7',
      agent: false,
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve);
      sent.once('error', reject);
    });
    sent.end(body);
    const answer = await answered;
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    return { status: answer.statusCode ?? 0, headers: answer.headers, text };
  };
  const must = (holds: boolean, sentence: string): void => {
    if (!holds) throw new Error(sentence);
    say(sentence);
  };
  for (let tries = 0; ; tries += 1) {
    const answer = await ask('/readyz').catch((error: Error) => ({ status: error.message }));
    if (answer.status === 200) break;
    if (tries === 200) throw new Error(`nginx does not answer: ${answer.status}`);
    await wait(50);
  }

  const plain = await new Promise<IncomingMessage>((resolve) =>
    sendPlain(`http://127.0.0.1:${ports.http}/signin`, resolve).end(),
  );
  must(plain.statusCode === 308, 'http leads to https');

  const json = { 'content-type': 'application/json', origin };
  const signIn = async (email: string) => {
    const { headers } = await ask('/identity/sign-in/email', {
      method: 'POST',
      headers: { ...json, 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify({ email, password: 'campus-demo-1' }),
    });
    const cookies = headers['set-cookie'] ?? [];
    must(cookies.length > 0 && cookies.every((one) => one.includes('Secure')), `${email} signs in`);
    const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
    const { token } = JSON.parse((await ask('/identity/token', { headers: { cookie } })).text) as {
      token: string;
    };
    return { cookie, authorization: `Bearer ${token}` };
  };
  const student = await signIn('student@example.edu');
  const sessions = JSON.parse((await ask('/identity/sessions', { headers: student })).text) as {
    sessions: { network: string }[];
  };
  must(
    sessions.sessions.every(({ network }) => !network.startsWith('203.0.113')),
    'an address that a client claims is not believed',
  );

  const named = await ask('/api/institution');
  const log = (): string[] => readFileSync(join(folder, 'access.log'), 'utf8').split('\n');
  const id = String(named.headers['x-request-id']);
  while (!log().some((line) => line.startsWith(id))) await wait(20);
  must(
    log().some((line) => line.startsWith(`${id} 127.0.0.7 200`)),
    'a request has one id in the reply and in the log of nginx',
  );

  const owed = await ask('/api/students/student@example.edu/assignments', { headers: student });
  const open = (JSON.parse(owed.text) as { id: string; state: string }[]).find(
    ({ state }) => state === 'open',
  );
  const file = (name: string) => ({
    field: 'files',
    name,
    type: 'text/plain',
    content: 'My work. '.repeat((16 * 1024 * 1024) / 9),
  });
  const began = performance.now();
  const handedIn = await ask(`/api/assignments/${open?.id}/hand-ins/student@example.edu`, {
    method: 'POST',
    headers: { ...student, ...formType },
    body: formBody([file('one.txt'), file('two.txt')]),
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  must(handedIn.status === 201, `32 MB are handed in (${handedIn.status} ${seconds} s)`);
  const looks = Array.from({ length: 20 }, () => ask('/api/campus', { headers: student }));
  must(
    (await Promise.all(looks)).every(({ status }) => status === 200),
    'pages that ask go on asking',
  );
  const denied = await ask('/metrics', { headers: { authorization: 'Bearer a-token-of-a-trial' } });
  must(denied.status === 403, 'metrics are not for everybody');
  return `sign-in, 32 MB handed in after ${seconds} s, ids of requests and addresses hold behind TLS`;
};
