export { handOverSubjects, refuseWhileTeaching } from './hand-over.service.ts';
export { noSuchSubject, noSuchTerm } from './refusals.ts';
export {
  groundOf,
  refuseNoTerm,
  requireChanging,
  requireTeaching,
  requireTeachingOf,
  taughtBy,
} from './subjects.policy.ts';
export {
  enrolNewStudents,
  enrolStudent,
  openTerm,
  type SubjectGround,
  subjectGround,
  subjectsTaughtBy,
} from './subjects.queries.ts';
export { subjectsRoutes } from './subjects.routes.ts';
export { endEnrolmentsOf, holdSubjectsOf, restoreEnrolments } from './withdrawal.queries.ts';
