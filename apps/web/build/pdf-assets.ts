import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
  version: string;
};
const published = `assets/pdfjs-${version}`;

/**
 * The files that PDF rendering fetches on demand: fonts and character maps that a document does not embed,
 * and decoders for scanned pages. The version in the path makes them immutable.
 */
export const pdfAssets = (): Plugin => {
  let building = false;
  return {
    name: 'campus-pdf-assets',
    config: (_config, { command }) => ({
      // The legacy build includes polyfills for older phones.
      resolve: {
        alias: [{ find: /^pdfjs-dist$/, replacement: 'pdfjs-dist/legacy/build/pdf.mjs' }],
      },
      // The only large chunk; loaded only when a PDF is shown.
      build: { chunkSizeWarningLimit: 700 },
      define: {
        'import.meta.env.PDF_ASSETS': JSON.stringify(
          command === 'build' ? `/${published}/` : `/@fs${folder}/`,
        ),
      },
    }),
    configResolved: (config) => {
      building = config.command === 'build' && !config.build.ssr;
    },
    buildStart() {
      if (!building) return;
      for (const part of ['cmaps', 'standard_fonts', 'wasm', 'iccs'])
        for (const file of readdirSync(join(folder, part)))
          this.emitFile({
            type: 'asset',
            fileName: `${published}/${part}/${file}`,
            source: readFileSync(join(folder, part, file)),
          });
    },
  };
};
