export { tenthsOf } from './scores.queries.ts';
