import { createHash } from 'node:crypto';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Institution } from '@campus/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendError } from '../http/error-handler.ts';
import { publicFiles, webRoutes } from './web.routes.ts';

let app: FastifyInstance;
let institution: Institution = { name: null, address: null, logo: null };
const folder = mkdtempSync(join(tmpdir(), 'campus-web-'));

beforeAll(async () => {
  const page = (title: string): string =>
    `<head><meta name="campus-api" content="/api" /><meta name="campus-identity" content="/identity" /><!--campus-university--><!--campus-demo--><!--campus-institution--><title>${title}</title></head>`;
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), page('Landing'));
  writeFileSync(
    join(folder, 'signin.html'),
    `${page('Sign In')}<span class="line" data-institution="">Management System</span><script>early()</script>`,
  );
  writeFileSync(join(folder, 'signin+university.html'), page('Sign In, or there'));
  writeFileSync(join(folder, 'set-password.html'), page('Choose'));
  writeFileSync(join(folder, 'setup.html'), page('Set up'));
  writeFileSync(
    join(folder, 'app.html'),
    `${page('Shell')}<!--frame-->bars<!--/frame--><meta data-boot="/app.js">`,
  );
  writeFileSync(
    join(folder, 'pages.json'),
    JSON.stringify({
      '/admin/students/$studentId': { files: ['assets/student-1.js'] },
      '/admin/students/new': { files: ['assets/new-1.js', 'assets/new-1.css'], frame: '<p>$&</p>' },
    }),
  );
  for (const name of Object.keys(publicFiles)) writeFileSync(join(folder, name), '');
  writeFileSync(join(folder, 'service-worker.js'), 'serve()');
  writeFileSync(join(folder, 'assets', 'app-1.js'), 'alert(1)');
  app = Fastify();
  app.setErrorHandler(sendError);
  await webRoutes(app, {
    folder,
    institution: () => institution,
    settings: {
      api: 'https://api.example.edu/api',
      identity: '/identity',
      demo: { accounts: ['a"<b>@example.edu'], password: '$&' },
    },
  });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  app.inject({ method: 'GET', url, headers });

test('pages are told where the API is, and only demo pages who can sign in', async () => {
  const { body } = await get('/signin');
  expect(body).toContain('<meta name="campus-api" content="https://api.example.edu/api" />');
  expect(body).toContain('a\\&quot;&lt;b&gt;@example.edu');
  expect(body).toContain('&quot;$&amp;&quot;');
  expect(body).not.toContain('<!--campus-demo-->');
});

test.each([
  ['/', 'Landing'],
  ['/signin', 'Sign In'],
  ['/set-password?token=x', 'Choose'],
  ['/setup?token=x', 'Set up'],
  ['/admin/dashboard', 'Shell'],
  ['/student', 'Shell'],
  ['/teacher/a/b', 'Shell'],
  ['/start', 'Shell'],
])('%s is the page %s, never without its policy', async (url, title) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain(`<title>${title}</title>`);
  expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
  expect(answer.headers['content-security-policy']).toContain('https://api.example.edu');
  expect(answer.headers['cache-control']).toBe('no-cache');
});

test('the policy of a page allows exactly the inline scripts of that page', async () => {
  const policy = String((await get('/signin')).headers['content-security-policy']);
  const hash = createHash('sha256').update('early()').digest('base64');
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
});

test('the page of a screen names the files of that screen', async () => {
  const [dashboard, one, fresh] = await Promise.all(
    ['/admin/dashboard', '/admin/students/7?tab=x', '/admin/students/new/'].map((url) => get(url)),
  );
  expect(dashboard?.body).not.toContain('/assets/');
  expect(one?.body).toMatch(/<link data-late="modulepreload" [^>]*href="\/assets\/student-1\.js">/);
  expect(one?.body).not.toContain('new-1');
  expect(fresh?.body).toMatch(/<link data-late="modulepreload" [^>]*href="\/assets\/new-1\.js">/);
  // They precede the script that requests them; the first frame waits for neither.
  expect(fresh?.body).toMatch(
    /<link data-late="stylesheet" crossorigin href="\/assets\/new-1\.css">.*<meta data-boot/,
  );
  expect(fresh?.headers['etag']).not.toBe(one?.headers['etag']);
});

test('the page of a screen begins with its prerendered frame, others with placeholder bars', async () => {
  const [one, fresh] = await Promise.all(
    ['/admin/students/7', '/admin/students/new'].map((url) => get(url)),
  );
  expect(one?.body).toContain('bars');
  expect(fresh?.body).toContain('<p>$&</p>');
  expect(fresh?.body).not.toContain('bars');
});

test.each(['/set-password', '/setup'])(
  '%s keeps its address, with the token, to itself',
  async (url) => {
    const { headers } = await get(`${url}?token=secret`);
    expect(headers['referrer-policy']).toBe('no-referrer');
  },
);

test('an unknown page is a 404 that still shows the application, an unknown file a plain 404', async () => {
  const page = await get('/nowhere');
  expect({ status: page.statusCode, shell: page.body.includes('Shell') }).toEqual({
    status: 404,
    shell: true,
  });
  for (const url of ['/nowhere.js', '/assets/gone.js', '/api/nothing'])
    expect((await get(url, { accept: '*/*' })).headers['content-type']).toContain('json');
});

test('a page seen before is answered 304; assets are kept for a year', async () => {
  const { headers } = await get('/');
  const again = await get('/', { accept: 'text/html', 'if-none-match': String(headers['etag']) });
  expect(again.statusCode).toBe(304);
  const asset = await get('/assets/app-1.js');
  expect(asset.headers['cache-control']).toContain('immutable');
});

test('the worker that opens Campus without a network is revalidated each time, and may fetch from Campus alone', async () => {
  const { body, headers } = await get('/service-worker.js', { accept: '*/*' });
  expect(body).toBe('serve()');
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  });
});

test('pages are compressed for browsers that support it', async () => {
  const { rawPayload, headers } = await get('/', {
    accept: 'text/html',
    'accept-encoding': 'gzip',
  });
  expect(headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(rawPayload).toString()).toContain('Landing');
});

test.each(['/assets/../app.html', '/assets/%2e%2e/index.html', '/assets/..%2f..%2fapp.html'])(
  '%s does not climb out of the assets',
  async (url) => {
    const answer = await get(url, { accept: '*/*' });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
  },
);

test('pages show the name of the institution, the new one as soon as it is set', async () => {
  expect((await get('/signin')).body).toContain('>Management System</span>');
  const before = (await get('/signin')).headers['etag'];
  institution = { name: 'A & B <University>', address: null, logo: 'abc' };
  try {
    const { body, headers } = await get('/signin');
    expect(body).toContain('>A &amp; B &lt;University&gt;</span>');
    expect(body).toContain(
      'name="campus-institution" content="{&quot;name&quot;:&quot;A &amp; B &lt;University&gt;',
    );
    expect(headers['etag']).not.toBe(before);
  } finally {
    institution = { name: null, address: null, logo: null };
  }
});

test('the sign-in page mentions a university account only where people can sign in with one', async () => {
  expect((await get('/signin')).body).not.toContain('university');
  const other = Fastify();
  const university = 'https://campus.example.edu/identity/university/start';
  const settings = { api: '/api', identity: '/identity', university };
  await webRoutes(other, { folder, settings, institution: () => institution });
  const { body } = await other.inject({ url: '/signin', headers: { accept: 'text/html' } });
  await other.close();
  expect(body).toContain('<title>Sign In, or there</title>');
  expect(body).toContain(`<meta name="campus-university" content="${university}" />`);
});

test('a start without built pages fails with one sentence', async () => {
  const nothing = mkdtempSync(join(tmpdir(), 'campus-web-'));
  const settings = { api: '/api', identity: '/identity' };
  const options = { folder: nothing, settings, institution: () => institution };
  await expect(webRoutes(Fastify(), options)).rejects.toThrow(
    /has not been built: .*\.html is missing\. "npm start" builds it\.$/,
  );
  rmSync(nothing, { recursive: true });
});

test('a screen that is first visited while its file is being replaced comes as at the start', async () => {
  const settings = { api: '/api', identity: '/identity' };
  const other = Fastify();
  await webRoutes(other, { folder, settings, institution: () => institution });
  rmSync(join(folder, 'app.html'));
  const { statusCode, body } = await other.inject('/admin/students/7');
  expect(statusCode).toBe(200);
  expect(body).toContain('assets/student-1.js');
  await other.close();
});
