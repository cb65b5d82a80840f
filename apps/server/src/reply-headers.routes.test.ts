import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint } from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailRoutes } from './demo/index.ts';
import { defaultArrival, type Listener, openListener } from './http/listener.ts';
import { createReadiness, type Readiness } from './http/health.ts';
import { replyHeaders } from './http/reply-headers.ts';
import { nameOf } from './openapi/endpoint-names.ts';
import { prepareRecords } from './testing/access/records.ts';
import type { Records } from './testing/access/row.ts';
import { rows } from './testing/access/rows.ts';
import type { Person } from './testing/make.ts';
import { testCampus, type TestCampus } from './testing/test-campus.ts';
import { formBody, formType } from './testing/upload.ts';
import { publicFiles, webRoutes } from './web/web.routes.ts';

/** Requests every route of the application over the network, like a browser. */
let campus: TestCampus;
let listener: Listener;
let readiness: Readiness;
let url: string;
let records: Records;
let people: Readonly<Record<'admin' | 'teacher' | 'student', Person>>;
const folder = mkdtempSync(join(tmpdir(), 'campus-web-'));

/** Replies that clients may cache: none is about a person, except the calendar feed. */
const mayBeKept = [
  'calendar.readCalendar',
  'classInfo.readGeneral',
  'classInfo.readOfTeacher',
  'settings.readInstitution',
];
const pages = ['/', '/signin', '/set-password', '/setup', '/admin', '/teacher/x', '/nowhere'];

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  for (const name of ['index', 'signin', 'set-password', 'setup', 'app'])
    writeFileSync(join(folder, `${name}.html`), '<head></head><script>early()</script>');
  const own = ['service-worker.js', 'assets/app-1.js', 'assets/pdf.worker.min-1.mjs'];
  for (const name of [...Object.keys(publicFiles), ...own]) writeFileSync(join(folder, name), '');
  campus = await testCampus({ withIdentity: true });
  mailRoutes(campus.app, campus.campus);
  await webRoutes(campus.app, {
    folder,
    settings: { api: '/api', identity: '/identity' },
    institution: () => campus.campus.settings.institution,
  });
  await campus.app.ready();
  records = await prepareRecords(campus, await campus.make.term());
  people = { ...records, admin: await campus.make.admin() };
  readiness = createReadiness();
  const publicUrl = 'https://campus.example.edu';
  const headers = replyHeaders({ demo: false, publicUrl });
  listener = await openListener(['127.0.0.1'], 0, readiness, { ...defaultArrival, headers });
  url = `http://127.0.0.1:${listener.port}`;
});
afterAll(async () => {
  await listener.close();
  await campus.close();
  rmSync(folder, { recursive: true });
});

/** The missing or wrong headers of a reply, in words. */
const lacks = ({ headers }: Response): string[] => {
  const value = (name: string): string => headers.get(name) ?? 'nothing';
  const isAsset = value('cache-control').includes('immutable');
  const expected: readonly (readonly [name: string, pattern: RegExp])[] = [
    ['strict-transport-security', /^max-age=31536000; includeSubDomains$/],
    ['x-content-type-options', /^nosniff$/],
    ['content-security-policy', /base-uri 'none'/],
    ...(isAsset
      ? []
      : ([
          ['content-security-policy', /frame-ancestors 'none'/],
          ['referrer-policy', /^(no-referrer|same-origin)$/],
          ['cache-control', /^(no-store|no-cache|private, no-cache|public, max-age=86400)$/],
        ] as const)),
  ];
  return expected
    .filter(([name, pattern]) => !pattern.test(value(name)))
    .map(([name]) => `${name}: ${value(name)}`);
};

const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
  const answer = await fetch(`${url}${path}`, { redirect: 'manual', ...init });
  await answer.arrayBuffer();
  expect({ of: `${init.method ?? 'GET'} ${path}`, lacks: lacks(answer) }).toEqual({
    of: `${init.method ?? 'GET'} ${path}`,
    lacks: [],
  });
  return answer;
};

const bearer = async ({ id, email, name }: Person): Promise<Record<string, string>> => ({
  authorization: `Bearer ${await campus.token({ sub: `person-${id}`, email, name })}`,
});
const callerOf = ({ access }: Endpoint): Person | undefined => {
  if (access === 'public') return undefined;
  const role = (['admin', 'teacher', 'student'] as const).find((one) => access[one] !== 'none');
  return role && people[role];
};

test('replies while Campus starts, and to requests that are not HTTP, have the headers', async () => {
  for (const path of ['/healthz', '/readyz', '/api/notes', '/'])
    expect((await ask(path)).headers.get('cache-control')).toBe('no-store');
  const socket = connect(listener.port, '127.0.0.1');
  socket.end('nonsense\r\n\r\n');
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  for (const line of ['nosniff', "base-uri 'none'", 'max-age=31536000'])
    expect(answer).toContain(line);
});

describe('once Campus has started, the headers are right', () => {
  beforeAll(() => {
    listener.serve((request, response) => campus.app.routing(request, response));
    readiness.started();
  });

  test('on every endpoint: when it succeeds, without a token, and when nothing has changed', async () => {
    const kept: string[] = [];
    const policies = new Set<string | null>();
    const met = { answered: 0, unchanged: 0 };
    for (const endpoint of campus.endpoints) {
      const { method } = endpoint;
      const id = nameOf(endpoint);
      const row = rows.find((one) => one.id === id);
      const { path, body, form } = row?.request(records) ?? { path: `/api${endpoint.path}` };
      const caller = callerOf(endpoint);
      const headers = {
        ...(caller && (await bearer(caller))),
        ...(form ? formType : body && { 'content-type': 'application/json' }),
      };
      const sent = form ? formBody(form) : body && JSON.stringify(body);
      const init = { method, headers, ...(sent && { body: sent }) };
      const answer = await ask(path, init);
      if (answer.headers.get('cache-control') !== 'no-store') kept.push(id);
      policies.add(answer.headers.get('content-security-policy'));
      if (answer.ok) met.answered += 1;
      const etag = answer.headers.get('etag');
      if (method === 'GET' && answer.ok && etag) {
        const again = await ask(path, { headers: { ...headers, 'if-none-match': etag } });
        if (again.status === 304) met.unchanged += 1;
      }
      if (caller)
        expect((await ask(path, { method })).headers.get('cache-control')).toBe('no-store');
    }
    expect(kept.sort()).toEqual(mayBeKept);
    // Files as well: opened as a page, they could do nothing.
    const nothing = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";
    expect([...policies]).toEqual([nothing]);
    // Most requests succeed: these are not just the headers of refusals.
    expect(met.answered).toBeGreaterThan(campus.endpoints.length * 0.8);
    expect(met.unchanged).toBeGreaterThan(30);
  });

  test('on every other route: identity, pages, assets, the demo’s mails, the page of the API', async () => {
    const routes = campus.routesWithoutEndpoint.map((route) => route.split(' '));
    expect(routes.length).toBeGreaterThan(30);
    for (const [methods = '', path = ''] of routes)
      for (const method of methods.split(','))
        await ask(path.replace('*', 'x').replace(':id', '1'), { method });
  });

  test('on pages and their files, whose worker can reach no other server', async () => {
    for (const path of pages) {
      const { headers } = await ask(path, { headers: { accept: 'text/html' } });
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/);
      expect(policy).toContain("require-trusted-types-for 'script';trusted-types default");
      expect(headers.get('cache-control')).toBe('no-cache');
      const again = { accept: 'text/html', 'if-none-match': headers.get('etag') ?? '' };
      await ask(path, { headers: again });
    }
    expect((await ask('/favicon.svg')).headers.get('cache-control')).toMatch(/max-age=86400$/);
    await ask('/assets/app-1.js');
    await ask('/service-worker.js');
    const worker = await ask('/assets/pdf.worker.min-1.mjs');
    expect(worker.headers.get('content-security-policy')).toContain("default-src 'self'");
  });

  test('on refusals before a route is reached', async () => {
    const large = { method: 'POST', body: 'x'.repeat(3_000_000) };
    const json = { 'content-type': 'application/json' };
    const statuses = [
      await ask('/api/%'),
      await ask('/api/nothing'),
      await ask('/api/auth/login', { method: 'POST', headers: json, body: '{' }),
      await ask('/api/auth/login', { ...large, headers: json }),
      await ask('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'x/y' },
        body: 'x',
      }),
      await ask('/identity/token', { headers: { origin: 'https://elsewhere.example' } }),
      await ask('/assets/gone.js'),
    ].map(({ status }) => status);
    expect(statuses).toEqual([400, 404, 400, 413, 415, 403, 404]);
  });
});

test('only a campus that is reached by https and is not a demo tells browsers to insist on https', () => {
  const names = (demo: boolean, publicUrl: string): string[] =>
    Object.keys(replyHeaders({ demo, publicUrl }));
  expect(names(false, 'https://a.example')).toContain('strict-transport-security');
  for (const headers of [names(true, 'https://a.example'), names(false, 'http://a.example')])
    expect(headers).not.toContain('strict-transport-security');
});
