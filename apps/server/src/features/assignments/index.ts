export { insertAssignment } from './assignment-record.queries.ts';
export { addHandInFile, insertVersion } from './hand-ins.queries.ts';
export { returnMarked, storeMarks } from './marks.queries.ts';
