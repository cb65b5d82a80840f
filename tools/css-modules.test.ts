import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../apps/web/src');
const read = (file: string): string => readFileSync(join(source, file), 'utf8');

const importing = /import (\w+) from '([^']+\.module\.css)'/g;
/** Components by CSS module, each with the name under which it imports the module. */
const users = new Map<string, { readonly file: string; readonly as: string }[]>();
for (const file of globSync('**/*.tsx', { cwd: source }))
  for (const [, as = '', path = ''] of read(file).matchAll(importing)) {
    const module = relative(source, join(source, dirname(file), path));
    users.set(module, [...(users.get(module) ?? []), { file, as }]);
  }

test.each(globSync('**/*.module.css', { cwd: source }))(
  '%s defines the classes that components use, and no others',
  (module) => {
    const selectors = read(module)
      .replaceAll(/\/\*[^]*?\*\//g, '')
      .replaceAll(/\{[^{}]*\}/g, '{}');
    const defined = [...selectors.matchAll(/\.([a-z]\w*)(?![\w-])/gi)].map(([, name]) => name);
    const used = (users.get(module) ?? []).flatMap(({ file, as }) =>
      [...read(file).matchAll(new RegExp(`\\b${as}\\[([^\\]]+)\\]`, 'g'))].flatMap(([, key = '']) =>
        [...key.matchAll(/'(\w+)'/g)].map(([, name]) => name),
      ),
    );
    expect(new Set(defined)).toEqual(new Set(used));
  },
);
