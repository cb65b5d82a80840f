export { addCopies, insertBook } from './books.queries.ts';
