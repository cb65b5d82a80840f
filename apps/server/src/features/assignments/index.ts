export { insertAssignment } from './assignment-record.queries.ts';
export { listAssignments } from './assignments.queries.ts';
export { addHandInFile, insertVersion } from './hand-ins.queries.ts';
export { returnMarked, storeMarks } from './marks.queries.ts';
export { assignmentsOfStudent } from './students.queries.ts';
