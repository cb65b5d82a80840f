import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify, type Plugin } from 'vite';

const place = /<!--inline:([\w-]+)(\.css)?-->/g;
const folder = join(import.meta.dirname, '../src/inline-scripts');

/** A script element with the minified content of a file in src/inline-scripts. */
export const inlineScript = async (name: string): Promise<string> => {
  const source = readFileSync(join(folder, `${name}.js`), 'utf8');
  const { code } = await minify(`${name}.js`, source);
  return `<script>${code.trim()}</script>`;
};

const inlineStyle = (name: string): string => {
  const source = readFileSync(join(folder, `${name}.css`), 'utf8');
  const css = source.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/\s*([{};:,])\s+|\s*\n\s*/g, '$1');
  return `<style>${css}</style>`;
};

/**
 * Inlines small scripts that must run before the first paint, at `<!--inline:name-->` in a page, and styles
 * for that paint, at `<!--inline:name.css-->`. The server puts the scripts' hashes into the page's content
 * security policy, which allows no others.
 */
export const inlineScripts = (): Plugin => {
  let building = false;
  return {
    name: 'campus-inline-scripts',
    configResolved: (config) => {
      building = config.command === 'build';
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        let page = html;
        for (const [mark, name = '', isStyle] of html.matchAll(place)) {
          const script = (): Promise<string> | string =>
            building
              ? inlineScript(name)
              : `<script src="/src/inline-scripts/${name}.js"></script>`;
          const element = isStyle ? inlineStyle(name) : await script();
          page = page.replace(mark, () => element);
        }
        return page;
      },
    },
  };
};
