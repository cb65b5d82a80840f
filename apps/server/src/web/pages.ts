import type { Institution } from '@campus/contract';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compress, type Compressed } from '../http/compressed.ts';
import { escapeHtml } from '../http/html.ts';
import { StartError } from '../start-error.ts';

/** What the pages are told at run time, so that one build serves any host. */
export interface PageSettings {
  /** Base of the API, ending in `/api`, and of the identity service, as browsers reach them. */
  readonly api: string;
  readonly identity: string;
  /** Where people are sent who sign in with a university account; absent when nobody can. */
  readonly university?: string;
  /** Where Firebase Authentication keeps the accounts: its key and addresses, and our script for it. */
  readonly firebase?: {
    readonly script: string;
    readonly apiKey: string;
    readonly accounts: string;
    readonly tokens: string;
  };
  /** Shown on the sign-in page of a demo campus; nowhere else is there anything to show. */
  readonly demo?: {
    readonly accounts: readonly string[];
    readonly password: string;
    /** Where the mails are shown that the demo keeps; absent when they are really sent. */
    readonly mail?: string;
  };
}

/** A page of the build, which differs by what only the server knows. */
export interface Page {
  /** Of the scripts written into it, as its policy names them. */
  readonly scripts: readonly string[];
  /** Ready to send in each encoding; made again only for another institution. */
  for(institution: Institution): Promise<Compressed>;
}

/** The file of the build that speaks with Firebase, as an address. @throws StartError without a build */
export const firebaseScript = (folder: string): string => {
  const assets = join(folder, 'assets');
  const file =
    existsSync(assets) && readdirSync(assets).find((one) => /^firebase-.*\.js$/.test(one));
  if (!file) throw new StartError('The web application has not been built. "npm start" builds it.');
  return `/assets/${file}`;
};

const meta = (name: string, content: string, data: Readonly<Record<string, string>> = {}): string =>
  `<meta ${Object.entries({ name, content, ...data })
    .map(([key, value]) => `${key}="${escapeHtml(value)}"`)
    .join(' ')} />`;

/** Its name where pages are drawn before any script runs; without one they keep their own words. */
const named = (html: string, { name }: Institution): string =>
  name === null
    ? html
    : html.replace(
        /(<span[^>]* data-institution[^>]*>)[^<]*(<\/span>)/,
        (_, start: string, end: string) => `${start}${escapeHtml(name)}${end}`,
      );

const fill = (
  html: string,
  { api, identity, university, firebase, demo }: PageSettings,
  institution: Institution,
): string => {
  const { script = '', apiKey = '', accounts = '', tokens = '' } = firebase ?? {};
  const data = { 'data-key': apiKey, 'data-accounts': accounts, 'data-tokens': tokens };
  const ofFirebase = firebase ? meta('campus-firebase', script, data) : '';
  const parts: readonly (readonly [place: string | RegExp, text: string])[] = [
    ['<!--campus-institution-->', meta('campus-institution', JSON.stringify(institution))],
    [/<meta name="campus-api"[^>]*>/, meta('campus-api', api)],
    [/<meta name="campus-identity"[^>]*>/, meta('campus-identity', identity) + ofFirebase],
    ['<!--campus-university-->', university ? meta('campus-university', university) : ''],
    ['<!--campus-demo-->', demo ? meta('campus-demo', JSON.stringify(demo)) : ''],
  ];
  const filled = named(html, institution);
  return parts.reduce((page, [place, text]) => page.replace(place, () => text), filled);
};

/** Taken before the settings are filled in: only what was built may run. */
const scriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

/** What the application's page is sent with for one screen. */
interface Screen {
  /** Needed beside the page's own. */
  readonly files: readonly string[];
  /** Markup the build drew: what is shown until the application is there. */
  readonly frame?: string;
}

/** Names files that the page is going to ask for when it has been painted, and draws its frame. */
const forScreen = (html: string, { files, frame }: Screen): string => {
  const isStyle = (file: string): boolean => file.endsWith('.css');
  const links = (late: string, some: readonly string[]): string =>
    some.map((file) => `<link ${late} crossorigin href="/${escapeHtml(file)}">`).join('');
  const scripts = files.filter((file) => !isStyle(file));
  return (
    html
      .replace(/<!--frame-->[^]*<!--\/frame-->/, (bars) => frame ?? bars)
      // src/inline-scripts/boot.js of the web application asks for them.
      .replace('<meta data-boot', (start) =>
        [
          links('data-late="stylesheet"', files.filter(isStyle)),
          links('data-late="modulepreload" fetchpriority="low"', scripts),
          start,
        ].join(''),
      )
  );
};

const readBuilt = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new StartError(
      `The web application has not been built: ${path} is missing. "npm start" builds it.`,
    );
  }
};

/**
 * Reads a page of the built web application, and fills in what only the server knows.
 * @throws StartError when the application has not been built
 */
export const loadPage = async (
  folder: string,
  file: string,
  settings: PageSettings,
  screen: Screen = { files: [] },
): Promise<Page> => {
  const built = await readBuilt(join(folder, file));
  let last: { readonly of: string; readonly page: Promise<Compressed> } | undefined;
  return {
    scripts: scriptHashes(built),
    for: (institution) => {
      const of = JSON.stringify(institution);
      if (last?.of !== of)
        last = { of, page: compress(forScreen(fill(built, settings, institution), screen)) };
      return last.page;
    },
  };
};

/**
 * What the application's page is sent with at each address, by paths with `$parameters`. The page is the same for all of
 * them, but each names the files of its own screen, which then come beside the application and not
 * after it, and begins with its own first frame.
 */
export const readScreens = async (folder: string): Promise<Readonly<Record<string, Screen>>> => {
  const path = join(folder, 'pages.json');
  // A build that does not say it only makes screens come one step later.
  return existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : {};
};
