import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import type { Plugin } from 'vite';

const place = /<!--early:(\w+)-->/g;

/**
 * Small scripts that must run before the first paint, at `<!--early:name-->` in a page. They are
 * files of their own because the pages allow no inline script, and classic ones because a module
 * would run too late.
 */
export const early = (): Plugin => {
  const folder = join(import.meta.dirname, '../src/early');
  const built = new Map<string, string>();
  let building = false;
  return {
    name: 'campus-early',
    configResolved: (config) => {
      building = config.command === 'build' && !config.build.ssr;
    },
    async buildStart() {
      if (!building) return;
      for (const name of ['scheme', 'guard']) {
        const { code } = await transformWithOxc(
          readFileSync(join(folder, `${name}.js`), 'utf8').replaceAll(/^\/\/.*$/gm, ''),
          `${name}.js`,
        );
        const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
        const fileName = `assets/${name}-${hash}.js`;
        this.emitFile({ type: 'asset', fileName, source: code });
        built.set(name, `/${fileName}`);
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replaceAll(place, (_, name: string) => {
          const source = built.get(name) ?? `/src/early/${name}.js`;
          return `<script src="${source}"></script>`;
        }),
    },
  };
};
