export { audienceColumns } from './subject.columns.ts';
export { holdForEnrolment } from './enrolments.service.ts';
export { handOverSubjects, refuseWhileTeaching } from './hand-over.service.ts';
export { noSuchSection, noSuchSubject, noSuchTerm } from './refusals.ts';
export {
  subjectContext,
  refuseNoTerm,
  requireChanging,
  requireChangingMarks,
  requireDay,
  requireOpenTerm,
  sectionsMarked,
  requireTeaching,
  requireTeachingOf,
  requireStudents,
  taughtBy,
  taughtByTeacher,
} from './subjects.policy.ts';
export {
  audienceMatches,
  enrolAudience,
  enrolNewStudents,
  emailsTaughtBy,
  enrolStudent,
  insertSubject,
  openTerm,
  type SubjectContext,
  subjectsTaughtBy,
} from './subjects.queries.ts';
export { insertTerm, markOpen } from './terms.queries.ts';
export { endEnrolmentsOf, lockSubjectsOf, restoreEnrolments } from './withdrawal.queries.ts';
export { reinstate, withdraw } from './withdrawal.service.ts';
