import type { Plugin } from 'vite';

/** On every page; the rest waits for a name or a figure that needs it. */
const wanted = /(besley-headings|hanken-english)-[^-]*\.woff2$/;

/** Preloads the fonts of the first paint, so that text does not jump when they arrive. */
export const preloadFonts = (): Plugin => ({
  name: 'campus-preload-fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => wanted.test(file))
        .map((file) => ({
          tag: 'link',
          injectTo: 'head-prepend' as const,
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            href: `/${file}`,
            crossorigin: '',
          },
        })),
  },
});
