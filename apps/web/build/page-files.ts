import type { Plugin, Rolldown } from 'vite';
import { type Node, within } from './syntax-tree.ts';

const propertiesOf = (node: Node): Map<string, Node> =>
  new Map(
    (node['properties'] as Node[])
      .filter(({ type }) => type === 'Property')
      .map(({ key, value }) => [String((key as Node)['name']), value as Node]),
  );

/** Each route of app/areas/<area>-pages.ts that loads a page: its path, and what it imports. */
const routesOf = (module: Node, area: string): [path: string, source: string][] => {
  const pages = within(module).find(
    ({ type, id }) => type === 'VariableDeclarator' && (id as Node)['name'] === `${area}Pages`,
  );
  if (!pages) throw new Error(`app/areas/${area}-pages.ts has no ${area}Pages.`);
  return ((pages['init'] as Node)['elements'] as Node[]).flatMap((page): [string, string][] => {
    if (page.type !== 'ObjectExpression')
      throw new Error(`app/areas/${area}-pages.ts: every page must be written out.`);
    const { path, load } = Object.fromEntries(propertiesOf(page));
    const imported = load && within(load).find(({ type }) => type === 'ImportExpression');
    if (!path || !imported) return [];
    return [[`/${area}/${String(path['value'])}`, String((imported['source'] as Node)['value'])]];
  });
};

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
      filter: { id: pagesOfArea },
      async handler(code, id) {
        const area = pagesOfArea.exec(id)?.[1] ?? '';
        for (const [path, source] of routesOf(this.parse(code) as unknown as Node, area)) {
          const module = await this.resolve(source, id);
          if (module) pages.set(path, module.id);
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
