import type { Plugin } from 'vite';

/** The page for an address without a file of its own; must match what the server does. */
const pageOf = (path: string, accept = ''): string | undefined => {
  if (path === '/') return '/index.html';
  if (['/signin', '/set-password', '/setup'].includes(path)) return `${path}.html`;
  const isNavigation = accept.includes('text/html') && !/^\/(api|identity|demo)\//.test(path);
  return isNavigation && !path.includes('.') ? '/app.html' : undefined;
};

export const pagesInDevelopment = (): Plugin => ({
  name: 'campus-pages',
  apply: 'serve',
  configureServer: (server) => {
    server.middlewares.use((request, _response, next) => {
      const [path = '/'] = (request.url ?? '/').split('?');
      request.url = pageOf(path, request.headers.accept) ?? request.url ?? '/';
      next();
    });
  },
});
