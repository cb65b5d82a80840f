import type { Institution } from '@campus/contract';
import { hash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compress, type Compressed } from '../http/compressed.ts';
import { escapeHtml } from '../http/html.ts';
import { StartError } from '../start-error.ts';

/** Settings inserted into the pages at run time, so that one build serves any host. */
export interface PageSettings {
  /** Base URLs of the API, ending in `/api`, and of the identity service, as browsers reach them. */
  readonly api: string;
  readonly identity: string;
  /** Where signing in with a university account starts; absent if not configured. */
  readonly university?: string;
  /** With Firebase Authentication: its key and addresses, and our script for it. */
  readonly firebase?: {
    readonly script: string;
    readonly apiKey: string;
    readonly accounts: string;
    readonly tokens: string;
  };
  /** Shown on the sign-in page of a demo campus; absent otherwise. */
  readonly demo?: {
    readonly accounts: readonly string[];
    readonly password: string;
    /** The page that shows the demo's mails; absent if they are really sent. */
    readonly mail?: string;
  };
}

/** The URL of the built script for Firebase. @throws StartError if there is no build */
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

/** Inserts the institution's name into prerendered markup; without one the built text stays. */
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

/** Computed before settings are inserted: only scripts from the build may run. */
const scriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${hash('sha256', script, 'base64')}'`,
  );

/** What one screen adds to the application's page. */
interface Screen {
  /** Files needed besides the page's own. */
  readonly files: readonly string[];
  /** Prerendered markup, shown until the application has loaded. */
  readonly frame?: string;
}

/** Adds links to files that the page requests after its first paint, and inserts the screen's frame. */
const forScreen = (html: string, { files, frame }: Screen): string => {
  const isStyle = (file: string): boolean => file.endsWith('.css');
  const links = (late: string, some: readonly string[]): string =>
    some.map((file) => `<link ${late} crossorigin href="/${escapeHtml(file)}">`).join('');
  const scripts = files.filter((file) => !isStyle(file));
  return (
    html
      .replace(/<!--frame-->[^]*<!--\/frame-->/, (bars) => frame ?? bars)
      // The web application's src/inline-scripts/boot.js requests them.
      .replace('<meta data-boot', (start) =>
        [
          links('data-late="stylesheet"', files.filter(isStyle)),
          links('data-late="modulepreload" fetchpriority="low"', scripts),
          start,
        ].join(''),
      )
  );
};

/**
 * Reads a page of the built web application.
 * @throws StartError if the application has not been built
 */
export const readBuilt = async (folder: string, file: string): Promise<string> => {
  const path = join(folder, file);
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new StartError(
      `The web application has not been built: ${path} is missing. "npm start" builds it.`,
    );
  }
};

export type Page = ReturnType<typeof pageOf>;

/** A page of the build, completed with what only the server knows. */
export const pageOf = (built: string, settings: PageSettings, screen: Screen = { files: [] }) => {
  let last: { readonly of: string; readonly page: Promise<Compressed> } | undefined;
  return {
    /** Hashes of its inline scripts, for its content security policy. */
    scripts: scriptHashes(built),
    /** The page in each encoding; rendered again only if the institution changes. */
    for: (institution: Institution): Promise<Compressed> => {
      const of = JSON.stringify(institution);
      if (last?.of !== of)
        last = { of, page: compress(forScreen(fill(built, settings, institution), screen)) };
      return last.page;
    },
  };
};

/**
 * The screens by path, with `$parameters`. All have the same page, but each links the files of its own
 * screen, which then load together with the application instead of after it, and has its own first frame.
 */
export const readScreens = async (folder: string): Promise<Readonly<Record<string, Screen>>> => {
  const path = join(folder, 'pages.json');
  // Without this file, screens only load one step later.
  return existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : {};
};
