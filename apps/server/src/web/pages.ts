import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compress, type Compressed } from '../http/compressed.ts';

/** What the pages are told at run time, so that one build serves any host. */
export interface PageSettings {
  /** Base of the API, ending in `/api`, and of the identity service, as browsers reach them. */
  readonly api: string;
  readonly identity: string;
  /** Shown on the sign-in page of a demo campus; nowhere else is there anything to show. */
  readonly demo?: {
    readonly accounts: readonly string[];
    readonly password: string;
    /** Where the mails are shown that the demo keeps; absent when they are really sent. */
    readonly mail?: string;
  };
}

/** A page ready to send in each encoding. */
export interface Page extends Compressed {
  /** Of the scripts written into it, as its policy names them. */
  readonly scripts: readonly string[];
}

const escapeAttribute = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const meta = (name: string, content: string): string =>
  `<meta name="${name}" content="${escapeAttribute(content)}" />`;

const fill = (html: string, { api, identity, demo }: PageSettings): string =>
  html
    .replace(/<meta name="campus-api"[^>]*>/, () => meta('campus-api', api))
    .replace(/<meta name="campus-identity"[^>]*>/, () => meta('campus-identity', identity))
    .replace('<!--campus-demo-->', () => (demo ? meta('campus-demo', JSON.stringify(demo)) : ''));

/** Taken before the settings are filled in: only what was built may run. */
const scriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

/** Names files that the page is going to ask for, so that they are fetched at once. */
const announce = (html: string, files: readonly string[]): string =>
  html.replace(
    '</head>',
    () =>
      `${files
        .map((file) =>
          file.endsWith('.css')
            ? `<link rel="stylesheet" crossorigin href="/${escapeAttribute(file)}">`
            : `<link rel="modulepreload" crossorigin href="/${escapeAttribute(file)}">`,
        )
        .join('')}</head>`,
  );

/**
 * Reads a page of the built web application, fills in what only the server knows, and names the
 * `files` it will need beside its own.
 */
export const loadPage = async (
  folder: string,
  file: string,
  settings: PageSettings,
  files: readonly string[] = [],
): Promise<Page> => {
  const built = await readFile(join(folder, file), 'utf8');
  const html = announce(fill(built, settings), files);
  return { scripts: scriptHashes(built), ...(await compress(html)) };
};
