import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { cutFonts } from './build/cut-fonts.ts';
import { early } from './build/early.ts';
import { pageFiles } from './build/page-files.ts';
import { pagesInDevelopment } from './build/pages-in-development.ts';
import { pdfAssets } from './build/pdf-assets.ts';
import { preloadFonts } from './build/preload-fonts.ts';
import { wireWithoutSchemas } from './build/wire-without-schemas.ts';

const server = process.env['CAMPUS_SERVER'] ?? 'http://127.0.0.1:8080';
// The pages' own origin is Vite's, which the identity service does not know.
const behind = { target: server, changeOrigin: false, headers: { origin: server } };

/** `npm run build` runs build/build.ts, which adds prerendering and compression to this. */
export default defineConfig({
  root: import.meta.dirname,
  appType: 'mpa',
  plugins: [
    react(),
    wireWithoutSchemas(),
    cutFonts(),
    early(),
    pageFiles(),
    pagesInDevelopment(),
    pdfAssets(),
    preloadFonts(),
  ],
  build: {
    outDir: 'dist',
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'signin.html', 'set-password.html', 'setup.html', 'app.html'],
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': behind,
      '/identity': behind,
      '/demo': behind,
      '/healthz': behind,
      '/readyz': behind,
    },
  },
});
