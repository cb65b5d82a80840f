import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { inlineScript } from './inline-scripts.ts';

const compressible = /\.(m?js|css|svg|json|txt|wasm|webmanifest)$/;

/** Compressing smaller files does not make them arrive faster. */
const worthwhile = 512;

/**
 * Writes `.br` and `.gz` next to each file that benefits. Not for HTML: the server fills in its meta elements
 * at start and compresses the result itself.
 */
const compressFolder = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const content = await readFile(path);
      if (content.length < worthwhile) return;
      const [brotli, zipped] = await Promise.all([
        promisify(brotliCompress)(content, {
          params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
        }),
        promisify(gzip)(content, { level: 9 }),
      ]);
      await writeFile(`${path}.br`, brotli);
      await writeFile(`${path}.gz`, zipped);
    }),
  );
};

const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 8);

const root = join(import.meta.dirname, '..');
const configFile = join(root, 'vite.config.ts');
const dist = join(root, 'dist');

/**
 * The pages before the sign-in use the same components with Preact, 50 kB lighter than with React, which is
 * used behind the sign-in.
 */
const preact = [{ find: /^react(?:-dom)?(?=$|\/)/, replacement: 'preact/compat' }];

/** Used on every page; the other fonts are loaded when a name or a figure needs them. */
const firstFonts = /^(besley-headings|hanken-english)-[^-]*\.woff2$/;

const fetchedFace = /@font-face\s*\{[^}]*url\([^}]*\}/g;

const sheet = /<link rel="stylesheet"[^>]*href="\/([^"]+)">\s*/g;

/** The CSS of all stylesheets a page links to. */
const stylesOf = async (page: string): Promise<string> => {
  const files = [...page.matchAll(sheet)].map(([, file = '']) =>
    readFile(join(dist, file), 'utf8'),
  );
  return (await Promise.all(files)).join('');
};

/**
 * Inlines the styles of a light page and leaves loading its fonts and scripts to
 * src/inline-scripts/after-paint.js: the first paint waits for nothing, and the picture has the bandwidth for
 * itself.
 */
const lighten = async (page: string): Promise<string> => {
  const css = await stylesOf(page);
  const fonts = [...new Set(css.match(fetchedFace))].join('');
  const styles = [
    `<style>${css.replaceAll(fetchedFace, '')}</style>`,
    `<style media="not all" data-late="${shortHash(fonts)}">${fonts}</style>`,
    await inlineScript('after-paint'),
  ];
  return page
    .replaceAll(sheet, '')
    .replaceAll(/<script type="module"[^>]* src="([^"]+)"><\/script>/g, '<meta data-late="$1">')
    .replaceAll('<link rel="modulepreload"', '<link data-late')
    .replace('</head>', () => `${styles.join('\n')}\n</head>`);
};

/**
 * Lets the first frame of app.html be painted before anything else is loaded: src/inline-scripts/boot.js then
 * requests styles, fonts and scripts, and starts the application once they have arrived. The local stand-ins
 * for the fonts are inlined in the frame, so that its text does not move when the fonts arrive.
 */
const frameFirst = async (): Promise<void> => {
  const path = join(dist, 'app.html');
  const page = await readFile(path, 'utf8');
  const sheets = page.match(sheet) ?? [];
  const [script, entry] = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(page) ?? [];
  if (!script || !entry) throw new Error('app.html has no script.');
  const css = await stylesOf(page);
  const standIns = css.replaceAll(fetchedFace, '').match(/@font-face\s*\{[^}]*Besley[^}]*\}/g);
  const fonts = (await readdir(join(dist, 'assets'))).filter((file) => firstFonts.test(file));
  const behind = [
    ...fonts.map(
      (file) =>
        `<link data-late="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`,
    ),
    ...sheets.map((link) => link.trim().replace('rel=', 'data-late=')),
    `<link data-late="modulepreload" crossorigin href="${entry}">`,
    `<meta data-boot="${entry}">`,
    await inlineScript('boot'),
  ];
  const framed = page
    .replaceAll(sheet, '')
    .replace(script, '')
    .replaceAll(
      '<link rel="modulepreload"',
      '<link data-late="modulepreload" data-part fetchpriority="low"',
    )
    .replace('</head>', () => `<style>${standIns?.join('') ?? ''}</style>\n</head>`)
    .replace('</body>', () => `${behind.join('')}\n</body>`);
  await writeFile(path, framed);
};

/**
 * Writes the service worker with the files needed to open the application without network: its own, and those
 * of a teacher's dashboard and attendance page.
 */
const writeServiceWorker = async (): Promise<void> => {
  const [page, pages, source] = await Promise.all(
    [join(dist, 'app.html'), join(dist, 'pages.json'), join(root, 'src/service-worker.js')].map(
      (path) => readFile(path, 'utf8'),
    ),
  );
  const screens = JSON.parse(pages ?? '') as Record<string, { files: readonly string[] }>;
  const own = [...(page ?? '').matchAll(/(?:href|data-boot)="(\/assets\/[^"]+)"/g)];
  const ofScreens = ['/teacher/dashboard', '/teacher/attendance'].flatMap((address) =>
    (screens[address]?.files ?? []).map((file) => `/${file}`),
  );
  const files = JSON.stringify([...new Set([...own.map(([, file]) => file), ...ofScreens])]);
  const worker = (source ?? '')
    .replace('const files = [];', `const files = ${files};`)
    .replace("'FILES'", `'campus-${shortHash(files + source)}'`);
  await writeFile(join(dist, 'service-worker.js'), worker);
};

/** Adds to each screen in pages.json what its first frame shows. */
const drawFrames = async (frames: Readonly<Record<string, string>>): Promise<void> => {
  const path = join(dist, 'pages.json');
  const pages = JSON.parse(await readFile(path, 'utf8')) as Record<string, { frame?: string }>;
  for (const [address, frame] of Object.entries(frames)) {
    const page = pages[address];
    if (!page) throw new Error(`There is no page at ${address}, but a first frame for it.`);
    page.frame = frame;
  }
  await writeFile(path, JSON.stringify(pages));
};

/** Links to the application's styles and scripts for src/entry/sign-in.tsx, which fetches them when needed. */
const linksToApplication = async (): Promise<string> => {
  const page = await readFile(join(dist, 'app.html'), 'utf8');
  const files = page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:css|js))"/g);
  return [...files]
    .map(([, file]) => `<link data-application crossorigin href="${file}">`)
    .join('');
};

/** Prerenders the light pages into their HTML files; the browser hydrates the same markup. */
const prerender = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'campus-prerender-'));
  try {
    await build({
      configFile,
      logLevel: 'warn',
      ssr: { noExternal: true },
      build: {
        ssr: 'src/entry/prerender.tsx',
        outDir: folder,
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: 'src/entry/prerender.tsx', output: { entryFileNames: 'it.mjs' } },
      },
    });
    const { frames, prerendered } = (await import(
      pathToFileURL(join(folder, 'it.mjs')).href
    )) as typeof import('../src/entry/prerender.tsx');
    const application = await linksToApplication();
    const drawn = await Promise.all(
      Object.entries(prerendered()).map(async ([file, markup]) => {
        const built = join(dist, file.replace(/\+\w+/, ''));
        const page = await lighten(await readFile(built, 'utf8'));
        if (!page.includes('<!--app-->')) throw new Error(`${file} has no place for its markup.`);
        const whole = page.replace('<!--application-->', application);
        return [file, whole.replace('<!--app-->', () => markup)] as const;
      }),
    );
    for (const [file, page] of drawn) await writeFile(join(dist, file), page);
    await drawFrames(frames());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

await build({
  configFile,
  logLevel: 'warn',
  build: { rolldownOptions: { input: ['app.html'] } },
});
await build({
  configFile,
  logLevel: 'warn',
  resolve: { alias: preact },
  build: {
    emptyOutDir: false,
    rolldownOptions: {
      // The server links Firebase's file only in the pages of a campus that needs it.
      input: [
        'index.html',
        'signin.html',
        'set-password.html',
        'setup.html',
        'src/lib/firebase.ts',
      ],
      preserveEntrySignatures: 'strict',
      output: {
        // Without what only mailed links need.
        codeSplitting: {
          groups: [{ name: 'entry', test: /(?<!use-link)\.[mt]?[jt]sx?$/, minShareCount: 2 }],
        },
      },
    },
  },
});
await prerender();
await frameFirst();
await writeServiceWorker();
await compressFolder(dist);
