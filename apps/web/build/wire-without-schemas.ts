import type { Plugin } from 'vite';
import { isNode, type Node, within } from './syntax-tree.ts';

/** What a browser needs of an endpoint: the server alone checks, and types are gone. */
const sent = new Set(['method', 'path', 'access', 'download', 'file', 'status']);
const needed = ['method', 'path', 'access'];

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const nameOf = (node: unknown): unknown => (isNode(node) ? node['name'] : undefined);

/** Cuts the properties of an endpoint's definition that stay on the server. */
const cutsOf = (definition: Node): Edit[] => {
  const properties = definition['properties'] as Node[];
  const names = properties.map(({ key }) => String(nameOf(key)));
  if (!needed.every((name) => names.includes(name)))
    throw new Error(`An endpoint says ${needed.join(', ')} itself, not by a spread.`);
  return properties
    .filter(({ key }) => !sent.has(String(nameOf(key))))
    .map(({ start, end }) => ({ start, end, text: '' }));
};

const endpointCuts = (module: Node): Edit[] =>
  within(module)
    .filter(({ type, callee }) => type === 'CallExpression' && nameOf(callee) === 'endpoint')
    .flatMap((call) =>
      (call['arguments'] as Node[]).filter((one) => one.type === 'ObjectExpression'),
    )
    .flatMap(cutsOf);

/** The values of a module's own constants, exported or not. */
const constantsOf = (module: Node): Node[] =>
  (module['body'] as Node[])
    .map((statement) => statement['declaration'] ?? statement)
    .filter((one) => isNode(one) && one.type === 'VariableDeclaration')
    .flatMap((one) => (one as Node)['declarations'] as Node[])
    .map(({ init }) => init)
    .filter((init) => isNode(init))
    .filter(({ type }) => !type.includes('Function'));

/** Says of constants made by calls that making them does nothing else. */
const pureMarks = (module: Node): Edit[] =>
  constantsOf(module)
    .filter((init) => within(init).some(({ type }) => type === 'CallExpression'))
    .flatMap(({ start, end }) => [
      { start, end: start, text: '/* @__PURE__ */ (() => (' },
      { start: end, end, text: '))()' },
    ]);

/**
 * Takes the schemas out of the endpoints that browsers get. What nobody uses then, Zod with it, is
 * left out of the build: it would be 25 kB on every page. Holds as long as the contract's modules
 * only declare.
 */
export const wireWithoutSchemas = (): Plugin => ({
  name: 'campus-wire-without-schemas',
  apply: 'build',
  transform: {
    filter: { id: /packages\/contract\/src\/.*\.ts$/ },
    handler(code) {
      const module = this.parse(code) as unknown as Node;
      const edits = [...endpointCuts(module), ...pureMarks(module)];
      let cut = code;
      for (const { start, end, text } of edits.toSorted(
        (a, b) => b.start - a.start || b.end - a.end,
      )) {
        const after = cut.slice(end);
        cut = cut.slice(0, start) + (text || '') + (text ? after : after.replace(/^\s*,/, ''));
      }
      return { code: cut, map: null };
    },
  },
});
