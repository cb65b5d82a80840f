import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Locked {
  readonly license?: string;
  readonly version?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** Licences that allow use, changes and redistribution together with MIT, also by a university that changes Campus. */
const free = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 Unlicense Zlib'.split(
    ' ',
  ),
);

/** Licences of packages that are used unchanged and separately, each with the reason why that is allowed. */
const asItIs: Readonly<Record<string, readonly RegExp[]>> = {
  // A font used in a page does not affect the page's licence.
  'OFL-1.1': [/^@fontsource-variable\//],
  // libvips: a separate library next to sharp, which anybody may replace.
  'LGPL-3.0-or-later': [/^@img\/sharp-/],
  // Files of these packages keep the licence; the build uses them and ships none.
  'MPL-2.0': [/^lightningcss/],
};

/** Packages whose licence is stated only in a file, not in their manifest. */
const inFileOnly: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

const inProduction = Object.entries(locked.packages).flatMap(([path, entry]) =>
  path.includes('node_modules/') && !entry.link && !entry.dev
    ? [{ path, name: path.split('node_modules/').at(-1) ?? '', ...entry }]
    : [],
);

/** The lock file has no licence for packages of other platforms; they have that of the package that selects them. */
const licenceOf = ({ name, license }: (typeof inProduction)[number]): string =>
  license ??
  inFileOnly[name] ??
  (name.startsWith('@napi-rs/canvas-')
    ? locked.packages['node_modules/@napi-rs/canvas']?.license
    : undefined) ??
  'none';

const isFine = (name: string, licence: string): boolean => {
  const plain = licence.replaceAll(/[()]/g, '');
  if (plain.includes(' OR ')) return plain.split(' OR ').some((one) => isFine(name, one));
  return plain
    .split(' AND ')
    .every((one) => free.has(one) || asItIs[one]?.some((pattern) => pattern.test(name)));
};

describe('licences', () => {
  test('everything that runs in production may be used in a product under the MIT licence', () => {
    expect(inProduction.length).toBeGreaterThan(100);
    const others = inProduction
      .map((one) => ({ ...one, licence: licenceOf(one) }))
      .filter(({ name, licence }) => !isFine(name, licence))
      .map(({ name, version, licence }) => `${name}@${version}: ${licence}`);
    expect(others).toEqual([]);
  });

  test.each(['GPL-3.0-only', 'MIT AND AGPL-3.0-only', 'LGPL-3.0-or-later', 'none', 'UNLICENSED'])(
    'a package under %s is refused',
    (licence) => expect(isFine('left-pad', licence)).toBe(false),
  );
});
