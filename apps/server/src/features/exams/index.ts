export { listExams } from './exams.queries.ts';
export { storing } from './results.queries.ts';
export { publishedResultsOf } from './student-results.queries.ts';
