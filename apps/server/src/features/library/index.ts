export { addCopies, insertBook } from './books.queries.ts';
export { libraryRoutes } from './library.routes.ts';
