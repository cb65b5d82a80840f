import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const dist = join(import.meta.dirname, '../../../apps/web/dist');
const assets = join(dist, 'assets');

/** Bytes of an asset as sent: compressed if the build has compressed it. */
const sent = (asset: string): number => {
  const path = join(assets, asset);
  return readFileSync(existsSync(`${path}.br`) ? `${path}.br` : path).length;
};

/** A page as written by the build. */
export const pageText = (name: string): string => {
  const path = join(dist, `${name}.html`);
  if (!existsSync(path)) throw new Error('The pages are not built: node apps/web/build/build.ts');
  return readFileSync(path, 'utf8');
};

/** The prerendered first frame of a screen; empty if there is none. */
export const frameOf = (address: string): string => {
  const pages = JSON.parse(readFileSync(join(dist, 'pages.json'), 'utf8')) as Partial<
    Record<string, { readonly frame?: string }>
  >;
  return pages[address]?.frame ?? '';
};

export const sentText = (text: string): number => brotliCompressSync(text).length;

const named = (text: string, pattern: RegExp): string[] =>
  [...new Set(text.matchAll(pattern))].map(([, name = '']) => name);

/** Assets of a kind that a page refers to, in attributes or in its styles. */
export const assetsOf = (page: string, extension: string): Set<string> =>
  new Set(named(page, new RegExp(`/assets/([\\w.-]+\\.${extension})`, 'g')));

/** The scripts with everything they import statically, directly or indirectly. */
export const withImports = (scripts: Iterable<string>): Set<string> => {
  const all = new Set<string>();
  const open = [...scripts];
  for (let script = open.pop(); script !== undefined; script = open.pop()) {
    if (all.has(script)) continue;
    all.add(script);
    const code = readFileSync(join(assets, script), 'utf8');
    open.push(...named(code, /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g));
  }
  return all;
};

/** The script of a page behind the sign-in: `admin-dashboard` for `admin-dashboard.page.tsx`. */
export const scriptOf = (page: string): string => {
  const script = readdirSync(assets).find(
    (name) => name.startsWith(`${page}.page-`) && name.endsWith('.js'),
  );
  if (!script) throw new Error(`The build has no page ${page}.`);
  return script;
};

export const total = (scripts: Iterable<string>): number =>
  [...scripts].reduce((sum, script) => sum + sent(script), 0);
