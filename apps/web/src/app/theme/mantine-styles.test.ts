import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '../..');
const styles = dirname(
  createRequire(import.meta.url).resolve('@mantine/core/styles/global.layer.css'),
);

/** Names a file imports from Mantine, except types. */
const importedParts = (code: string): string[] =>
  [...code.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );

it('every Mantine part in use has its styles loaded', () => {
  const parts = new Set(
    globSync('**/*.tsx', { cwd: source })
      .filter((file) => !file.includes('.test.'))
      .flatMap((file) => importedParts(readFileSync(join(source, file), 'utf8')))
      .filter((part) => existsSync(join(styles, `${part}.layer.css`))),
  );
  const loaded = readFileSync(join(import.meta.dirname, 'mantine-styles.ts'), 'utf8');
  expect(parts.size).toBeGreaterThan(3);
  expect([...parts].filter((part) => !loaded.includes(`/${part}.layer.css`))).toEqual([]);
});
