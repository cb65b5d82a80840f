import type { Plugin, Rolldown } from 'vite';

/** A page, as app/areas/<area>-pages.ts writes it: its path, and what it imports. */
const route = /path: '([^']+)'[^]*?load: \(\) => import\('([^']+)'\)/g;

const pagesOfArea = /\/app\/areas\/(\w+)-pages\.ts$/;

/**
 * Writes `pages.json`: for each route the `files` its page needs beside those of app.html. The server
 * names them in the page it sends, so that they are fetched beside the application and not after it.
 */
export const pageFiles = (): Plugin => {
  const pages = new Map<string, string>();
  return {
    name: 'campus-page-files',
    apply: 'build',
    transform: {
      // As it was written: other plugins' changes come later.
      order: 'pre',
      filter: { id: pagesOfArea },
      async handler(code, id) {
        const area = pagesOfArea.exec(id)?.[1] ?? '';
        const routes = [...code.matchAll(route)];
        if (routes.length !== code.split('path:').length - 1)
          throw new Error(`${id}: every page must be written out.`);
        for (const [, path, source = ''] of routes) {
          const module = await this.resolve(source, id);
          if (module) pages.set(`/${area}/${path}`, module.id);
        }
        return null;
      },
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const app = chunks.find(({ isEntry, name }) => isEntry && name === 'app');
      if (!app || pages.size === 0) return;
      const filesOf = (chunk: Rolldown.OutputChunk): Set<string> => {
        const all = new Set<string>();
        const open = [chunk];
        for (let next = open.pop(); next; next = open.pop()) {
          if (all.has(next.fileName)) continue;
          all.add(next.fileName);
          for (const css of next.viteMetadata?.importedCss ?? []) all.add(css);
          open.push(...chunks.filter(({ fileName }) => next?.imports.includes(fileName)));
        }
        return all;
      };
      const shell = filesOf(app);
      const entries = [...pages].map(([path, module]) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
        const files = chunk ? [...filesOf(chunk)].filter((file) => !shell.has(file)) : [];
        return [path, { files }];
      });
      this.emitFile({
        type: 'asset',
        fileName: 'pages.json',
        source: JSON.stringify(Object.fromEntries(entries)),
      });
    },
  };
};
