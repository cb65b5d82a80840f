export { courseOfStudent, respellRows } from './import-spellings.queries.ts';
export { spellAudiences, spellAudiencesAsBefore } from './programmes.queries.ts';
