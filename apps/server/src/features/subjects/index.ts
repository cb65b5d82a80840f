export { isByAudience, spelled } from './audience.queries.ts';
export { audienceColumns } from './subject.columns.ts';
export { lockForEnrolment } from './enrolments.service.ts';
export { handOverSubjects, refuseWhileTeaching } from './hand-over.service.ts';
export { noSuchSection, noSuchSubject, noSuchTerm } from './refusals.ts';
export {
  refuseNoTerm,
  requireMayChange,
  requireMayChangeMarks,
  requireOpenTerm,
  requireStudents,
  requireTeaching,
  requireTeachingOf,
  sectionsGraded,
  sectionsMarked,
  sectionsMarkedOn,
  subjectContext,
  teachingScope,
  teachingScopeOf,
} from './subjects.policy.ts';
export {
  audienceMatches,
  currentSubjectsOf,
  enrolAudience,
  enrolNewStudents,
  emailsTaughtBy,
  enrolStudent,
  insertSubject,
  lockOpenTerm,
  openTerm,
  type SubjectContext,
} from './subjects.queries.ts';
export { termDuplicates } from './terms.service.ts';
export { insertTerm, leftOutside, markOpen, moveFirstDays } from './terms.queries.ts';
export {
  endEnrolmentsOf,
  haveLeft,
  lockRostersOf,
  lockSubjectsOf,
  restoreEnrolments,
} from './withdrawal.queries.ts';
export { letInAgain, reinstate, withdraw } from './withdrawal.service.ts';
