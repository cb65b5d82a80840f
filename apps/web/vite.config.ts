import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractForBrowsers } from './build/contract-for-browsers.ts';
import { cutFonts } from './build/fonts.ts';
import { inlineScripts } from './build/inline-scripts.ts';
import { pageFiles } from './build/page-files.ts';
import { pagesInDevelopment } from './build/pages-in-development.ts';
import { pdfAssets } from './build/pdf-assets.ts';

const server = process.env['CAMPUS_SERVER'] ?? 'http://127.0.0.1:8080';
// Sends the server's origin: the identity service does not know Vite's.
const behind = { target: server, changeOrigin: false, headers: { origin: server } };

/** `npm run build` runs build/build.ts, which adds prerendering and compression. */
export default defineConfig({
  root: import.meta.dirname,
  appType: 'mpa',
  plugins: [
    react(),
    contractForBrowsers(),
    cutFonts(),
    inlineScripts(),
    pageFiles(),
    pagesInDevelopment(),
    pdfAssets(),
  ],
  build: {
    outDir: 'dist',
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // A character shorter than by default: the application names 300 files, which is 0.25 kB on each first visit.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // Code shared by several pages is bundled: every file costs headers and a place in the queue.
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler)\//,
              priority: 3,
            },
            {
              name: 'shell',
              // Virtualised rows are needed for long classes only.
              test: /node_modules\/(@tanstack(?!.*virtual)|@floating-ui|react-toastify|react-remove-scroll|clsx)/,
              priority: 2,
            },
            {
              name: 'parts',
              // Excludes lists, their forms and PDFs, which the attendance page does not need.
              test: /apps\/web\/src\/ui\/(?!pager|paged-list|record-table|download-menu|use-record-edit|use-form|field-input|suggested-field|whole-number-field|person-field|definition-list|subject-link|search-field|pdf\/|list-upload\/).*\.tsx?$|@mantine(?!.*([Pp]agination|[/\\](Menu|ActionIcon)[/\\]))/,
              minShareCount: 6,
              priority: 1,
            },
            {
              // Each of these files is smaller than its headers would be. Excludes what marking attendance never calls, and what only forms use.
              name: 'lib',
              test: /packages\/contract\/src\/(?!csv\/|features\/(library|people|programmes|exams|assignments|events|performance|corrections|move-in|trail|privacy|reports)\/|.*(audience\.rules|subject\.fields))|apps\/web\/src\/lib\/(?!use-draft|use-form-fields|field-values)|tabler.*\/icons\//,
              minShareCount: 5,
              priority: 1,
            },
            {
              // The same, of two pages or more: dashboards fetch 3 to 5 files less, and all pages name 9 less (0.15 kB).
              name: 'rules',
              test: /packages\/contract\/src\/features\/(?!attendance|corrections)/,
              minShareCount: 2,
              maxModuleSize: 1500,
            },
          ],
        },
      },
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
