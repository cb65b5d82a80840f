export { enrolNewStudents } from './enrol-new-students.ts';
export { enrolStudent, openTerm } from './subjects.queries.ts';
export { subjectsRoutes } from './subjects.routes.ts';
