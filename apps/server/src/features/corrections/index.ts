export { requestsList } from './corrections.queries.ts';
