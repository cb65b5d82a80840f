import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

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
export interface Page {
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
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

/** Reads a page of the built web application and fills in what only the server knows. */
export const loadPage = async (
  folder: string,
  file: string,
  settings: PageSettings,
): Promise<Page> => {
  const plain = Buffer.from(fill(await readFile(join(folder, file), 'utf8'), settings));
  return {
    etag: `"${createHash('sha256').update(plain).digest('base64url')}"`,
    plain,
    br: await promisify(brotliCompress)(plain),
    gzip: await promisify(gzip)(plain),
  };
};
