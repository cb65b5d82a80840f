export { examDatesIn } from './calendar.queries.ts';
