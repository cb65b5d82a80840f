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

/** What may be used, changed and passed on beside MIT, also by a university that changes Campus. */
const free = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 Unlicense Zlib'.split(
    ' ',
  ),
);

/** What is used as it is, unchanged and apart; each with the reason why that is all right. */
const asItIs: Readonly<Record<string, readonly RegExp[]>> = {
  // A font in a page does not bind the page.
  'OFL-1.1': [/^@fontsource-variable\//],
  // libvips: a library of its own beside sharp, which anybody may replace.
  'LGPL-3.0-or-later': [/^@img\/sharp-/],
  // Files of these packages stay under it; the build of the pages uses them and ships none.
  'MPL-2.0': [/^lightningcss/],
};

/** Whose manifest does not say it; the file of that name in the package does. */
const inFileOnly: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

const inProduction = Object.entries(locked.packages).flatMap(([path, entry]) =>
  path.includes('node_modules/') && !entry.link && !entry.dev
    ? [{ path, name: path.split('node_modules/').at(-1) ?? '', ...entry }]
    : [],
);

/** The lock does not say it of packages for other platforms: they are parts of the one that chooses them. */
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
  test('everything that runs in production may be used in a product under MIT', () => {
    expect(inProduction.length).toBeGreaterThan(100);
    const others = inProduction
      .map((one) => ({ ...one, licence: licenceOf(one) }))
      .filter(({ name, licence }) => !isFine(name, licence))
      .map(({ name, version, licence }) => `${name}@${version}: ${licence}`);
    expect(others).toEqual([]);
  });

  test.each(['GPL-3.0-only', 'MIT AND AGPL-3.0-only', 'LGPL-3.0-or-later', 'none', 'UNLICENSED'])(
    'a package under %s would be named',
    (licence) => expect(isFine('left-pad', licence)).toBe(false),
  );
});
