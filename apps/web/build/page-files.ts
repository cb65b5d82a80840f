import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type * as Pages from '../src/app/pages.ts';

const folder = join(import.meta.dirname, '../src/app');

/** The source file of a page, as imported in app/pages.ts. */
const fileOf = (load: () => unknown): string => {
  const [, source] = /\bimport\(['"]([^'"]+)['"]\)/.exec(String(load)) ?? [];
  if (!source) throw new Error(`Every import of a page must be written out: ${String(load)}`);
  return join(folder, source);
};

/**
 * Writes `pages.json`: for each route the `files` its page needs besides those of app.html. The server links
 * them in the page it sends, so that they are fetched in parallel with the application and not after it.
 */
export const pageFiles = (): Plugin => ({
  name: 'campus-page-files',
  apply: 'build',
  async generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const app = chunks.find(({ isEntry, name }) => isEntry && name === 'app');
    if (!app) return;
    // A computed path: Vite would follow a literal import.
    const { pages } = (await import(join(folder, 'pages.ts'))) as typeof Pages;
    /** Imports come before the importing file, so that a page's styles override those of its components. */
    const filesOf = (
      chunk: Rolldown.OutputChunk,
      all = new Set<string>(),
      seen = new Set<string>(),
    ) => {
      if (seen.has(chunk.fileName)) return all;
      seen.add(chunk.fileName);
      for (const imported of chunks.filter(({ fileName }) => chunk.imports.includes(fileName)))
        filesOf(imported, all, seen);
      for (const file of [...(chunk.viteMetadata?.importedCss ?? []), chunk.fileName])
        all.add(file);
      return all;
    };
    const shell = filesOf(app);
    const entries = Object.entries(pages).flatMap(([area, table]) =>
      Object.entries(table).map(([path, load]) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === fileOf(load));
        const files = chunk ? [...filesOf(chunk)].filter((file) => !shell.has(file)) : [];
        return [`/${area}/${path}`, { files }];
      }),
    );
    this.emitFile({
      type: 'asset',
      fileName: 'pages.json',
      source: JSON.stringify(Object.fromEntries(entries)),
    });
  },
});
