import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** HTML that is already escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | readonly Part[];

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const write = (part: Part): string => {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(write).join('') : escapeHtml(String(part));
};

/** A template tag; values are escaped unless they are `Html`. */
export const html = (texts: TemplateStringsArray, ...values: readonly Part[]): Html =>
  new Html(texts.map((text, at) => text + write(values[at] ?? null)).join(''));

const style = readFileSync(new URL('page.css', import.meta.url), 'utf8');

/** Allows the pages' own style and local images; no scripts, no other requests. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A page rendered without the web application and without scripts. */
export const pageOf = (title: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} &middot; Campus</title>
        <link rel="icon" href="/favicon.svg" />
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        ${body}
      </body>
    </html>`.text;
