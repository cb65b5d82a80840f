import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { Institution } from '@campus/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../campus-error.ts';
import { sendCompressed } from '../http/compressed.ts';
import { type Page, pageOf, type PageSettings, readBuilt, readScreens } from './pages.ts';

export interface WebOptions {
  /** The built web application: its pages, and `assets/` with hashed names. */
  readonly folder: string;
  readonly settings: PageSettings;
  readonly institution: () => Institution;
}

/** The PDF worker fetches decoders and character maps; a malicious document could reach no other server. */
const workerPolicy = "default-src 'self' 'wasm-unsafe-eval'; base-uri 'none'";

/** The service worker only fetches what it caches. */
const serviceWorkerPolicy =
  "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Icons and manifest, for tabs and the installed application. */
export const publicFiles = {
  'favicon.svg': 'image/svg+xml',
  'manifest.webmanifest': 'application/manifest+json',
  'icon-192.png': 'image/png',
  'icon-512.png': 'image/png',
  'icon-maskable.png': 'image/png',
  'apple-touch-icon.png': 'image/png',
} as const;

const originOf = (base = '/'): string[] => (base.startsWith('/') ? [] : [new URL(base).origin]);

/**
 * Serves the web application: prerendered pages before the sign-in, one shell for everything after it.
 * Browsers revalidate pages each time, assets never.
 */
export const webRoutes = async (app: FastifyInstance, options: WebOptions): Promise<void> => {
  const { folder, settings } = options;
  const signInFile = settings.university === undefined ? 'signin.html' : 'signin+university.html';
  const load = async (file: string): Promise<Page> =>
    pageOf(await readBuilt(folder, file), settings);
  const [landing, signIn, setPassword, setup, builtShell] = await Promise.all([
    ...([load('index.html'), load(signInFile)] as const),
    ...([load('set-password.html'), load('setup.html'), readBuilt(folder, 'app.html')] as const),
  ]);
  const shell = pageOf(builtShell, settings);
  const pages = [landing, signIn, setPassword, setup, shell];
  // Usually requested first: compressed on another thread while the start continues.
  void signIn.for(options.institution());

  const sendPage = async (
    page: Page,
    request: FastifyRequest,
    reply: FastifyReply,
    status = 200,
  ): Promise<FastifyReply> =>
    sendCompressed(await page.for(options.institution()), request, reply, {
      status,
      type: 'text/html; charset=utf-8',
    });

  // Their policy matters for the worker that reads PDFs. Other headers are omitted, since assets are many.
  await app.register(async (files) => {
    await files.register(serveStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      cacheControl: false,
      // Names change with their content, so nobody revalidates, and sixty replies are shorter.
      etag: false,
      lastModified: false,
      acceptRanges: false,
      setHeaders: (reply, path) => {
        const isWorker = path.includes('.worker.');
        reply.raw.removeHeader('referrer-policy');
        reply
          .header('cache-control', 'max-age=31536000, immutable')
          .header('content-security-policy', isWorker ? workerPolicy : "base-uri 'none'");
      },
    });
  });
  for (const [name, type] of Object.entries(publicFiles)) {
    const file = await readFile(join(folder, name));
    app.get(`/${name}`, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type(type).send(file),
    );
  }
  const serviceWorker = await readFile(join(folder, 'service-worker.js'));
  app.get('/service-worker.js', (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': serviceWorkerPolicy })
      .type('text/javascript; charset=utf-8')
      .send(serviceWorker),
  );
  app.get('/favicon.ico', (_request, reply) => reply.redirect('/favicon.svg', 301));

  const { firebase } = settings;
  const reached = [settings.api, settings.identity, firebase?.accounts, firebase?.tokens];
  const pageHeaders = {
    'content-security-policy': [
      "default-src 'self'",
      // The only inline scripts are those of the build.
      ["script-src 'self'", ...new Set(pages.flatMap(({ scripts }) => scripts))].join(' '),
      // UI components and toasts position themselves with style attributes and elements.
      "style-src 'self' 'unsafe-inline'",
      ["img-src 'self' data: blob:", ...originOf(settings.api)].join(' '),
      ["connect-src 'self'", ...reached.flatMap(originOf)].join(' '),
      "frame-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      // Turning text into script is only possible through the web application's src/inline-scripts/trusted.js.
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ].join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
  };
  await app.register(async (web) => {
    web.addHook('onRequest', async (_request, reply) => void reply.headers(pageHeaders));
    web.get('/', (request, reply) => sendPage(landing, request, reply));
    web.get('/signin', (request, reply) => sendPage(signIn, request, reply));
    for (const [path, page] of Object.entries({ '/set-password': setPassword, '/setup': setup }))
      web.get(path, (request, reply) =>
        // Links of earlier versions have their token in the URL, which must not leak as a referrer.
        sendPage(page, request, reply.header('referrer-policy', 'no-referrer')),
      );
    // The start page of an installed Campus; the web application's src/inline-scripts/guard.js redirects.
    web.get('/start', (request, reply) => sendPage(shell, request, reply));
    for (const area of ['/admin', '/student', '/teacher'])
      for (const path of [area, `${area}/*`])
        web.get(path, (request, reply) => sendPage(shell, request, reply));
    for (const [path, screen] of Object.entries(await readScreens(folder))) {
      let page: Page | undefined;
      for (const end of ['', '/'])
        web.get(path.replaceAll('$', ':') + end, (request, reply) => {
          page ??= pageOf(builtShell, settings, screen);
          return sendPage(page, request, reply);
        });
    }
    web.get('/*', (request, reply) => {
      const isPage =
        !request.url.startsWith('/api/') && request.headers.accept?.includes('text/html');
      if (!isPage) throw notFound('There is nothing at this address.');
      return sendPage(shell, request, reply, 404);
    });
  });
};
