export { listExams } from './exams.queries.ts';
export { publishedResultsOf } from './student-results.queries.ts';
