import type { Plugin } from 'vite';

/** Addresses without a file of their own → the page that answers them, as the server does it. */
const pageOf = (path: string): string | undefined => {
  if (path === '/') return '/index.html';
  if (path === '/signin') return '/signin.html';
  return /^\/(admin|student|teacher)(\/|$)/.test(path) ? '/app.html' : undefined;
};

/** The three pages at their addresses under the development server. */
export const pagesInDevelopment = (): Plugin => ({
  name: 'campus-pages',
  apply: 'serve',
  configureServer: (server) => {
    server.middlewares.use((request, _response, next) => {
      const [path = '/'] = (request.url ?? '/').split('?');
      request.url = pageOf(path) ?? request.url ?? '/';
      next();
    });
  },
});
