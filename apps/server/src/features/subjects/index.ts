export { enrolNewStudents } from './enrol-new-students.ts';
export { subjectsTaughtBy } from './hand-over.queries.ts';
export { handOverSubjects, refuseWhileTeaching } from './hand-over.service.ts';
export { noSuchSubject, noSuchTerm } from './refusals.ts';
export { groundOf, type SubjectGround } from './ground.queries.ts';
export { requireChanging, requireTeaching, taughtBy } from './subjects.policy.ts';
export { enrolStudent, openTerm } from './subjects.queries.ts';
export { subjectsRoutes } from './subjects.routes.ts';
export { endEnrolmentsOf, holdSubjectsOf, restoreEnrolments } from './withdrawal.queries.ts';
