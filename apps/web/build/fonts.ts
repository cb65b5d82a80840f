import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const face = /@font-face \{[^}]*?url\('([^?']+)\?name=([^&']+)(?:&wght=(\d+))?'\)[^}]*\}/gs;

const resolve = createRequire(import.meta.url).resolve;

/** All characters in a `unicode-range`. */
const charactersOf = (range: string): string =>
  range
    .split(',')
    .map((part) => part.trim().replace(/^U\+/, '').split('-'))
    .flatMap(([from = '', to = from]) => {
      const first = Number.parseInt(from, 16);
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, at) => first + at);
    })
    .map((point) => String.fromCodePoint(point))
    .join('');

const descriptor = (css: string, name: string): string => {
  const value = new RegExp(`${name}:([^;]+);`).exec(css)?.[1];
  if (!value) throw new Error(`A font face has no ${name}.`);
  return value.trim();
};

/**
 * Features that browsers apply by default, and tabular figures. Fractions and the like would add a tenth to
 * each file.
 */
const keepFeatures = 'calt ccmp clig kern liga locl mark mkmk rlig tnum'.split(' ');

/** The font file of a face, reduced to the characters and weights that the face declares. */
const cut = async (css: string, file: string, weight?: string): Promise<Buffer> => {
  const [min = 0, max = min] = descriptor(css, 'font-weight').split(' ').map(Number);
  return subsetFont(await readFile(resolve(file)), charactersOf(descriptor(css, 'unicode-range')), {
    targetFormat: 'woff2',
    keepFeatures,
    variationAxes: { wght: weight ? Number(weight) : { min, max } },
  });
};

/**
 * Makes fonts a third of their size: the file of each `@font-face` in fonts.css is cut down to its
 * `unicode-range` and `font-weight`, or pinned to the weight given in its address (`?name=…&wght=560`).
 * Development serves the whole files with the same rules.
 */
export const cutFonts = (): Plugin => {
  let folder = '';
  return {
    name: 'campus-cut-fonts',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      folder = await mkdtemp(join(tmpdir(), 'campus-fonts-'));
    },
    transform: {
      filter: { id: /theme\/fonts\.css$/ },
      async handler(code, id) {
        let css = code;
        for (const [rule, file = '', name = '', weight] of code.matchAll(face)) {
          const path = join(folder, `${name}.woff2`);
          await writeFile(path, await cut(rule, file, weight));
          const url = `url('${relative(dirname(id), path)}')`;
          css = css.replace(rule, () => rule.replace(/url\('[^']+'\)/, () => url));
        }
        return { code: css, map: null };
      },
    },
    async closeBundle() {
      await rm(folder, { recursive: true, force: true });
    },
  };
};
