import type { Plugin } from 'vite';

/** What is needed to call an endpoint; only the server validates and documents it. */
const partsSent = ['method', 'path', 'access', 'download'];

const isEndpoint = (value: object): boolean => 'method' in value && 'access' in value;

/** Zod marks its schemas so. */
const isSchema = (value: object): boolean => '_zod' in value;

const asData = (value: unknown): string | undefined =>
  JSON.stringify(value, (key, part: unknown) => {
    if (typeof part === 'function') throw new Error(`${key} of a contract is not plain data.`);
    if (typeof part !== 'object' || part === null) return part;
    if (isSchema(part)) return undefined;
    return isEndpoint(part)
      ? Object.fromEntries(Object.entries(part).filter(([name]) => partsSent.includes(name)))
      : part;
  });

/**
 * Sends browsers only the plain data of each `*.contract.ts`: its schemas, and Zod with them, would add 25 kB
 * to every page. An import of anything else fails the build.
 */
export const contractForBrowsers = (): Plugin => ({
  name: 'campus-contract-for-browsers',
  apply: 'build',
  load: {
    filter: { id: /packages\/contract\/src\/.*\.contract\.ts$/ },
    async handler(id) {
      const exported = Object.entries((await import(id)) as Record<string, unknown>);
      const lines = exported.map(([name, value]) => {
        const data = typeof value === 'function' ? undefined : asData(value);
        return data === undefined ? '' : `export const ${name} = ${data};\n`;
      });
      return lines.join('') || 'export {};';
    },
  },
});
