export { respellRows } from './import-spellings.queries.ts';
