export { listExams } from './exams.queries.ts';
export { resultStatements } from './results.queries.ts';
export { publishedResultsOf } from './student-results.queries.ts';
