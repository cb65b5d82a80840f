export { enrolStudent, openTerm } from './subjects.queries.ts';
export { subjectsRoutes } from './subjects.routes.ts';
