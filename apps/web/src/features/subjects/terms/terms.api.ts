import { overview, terms } from '@campus/contract';
import { queryOf } from '../../../lib/query.ts';

export const termSubjectsQuery = (termId: string) =>
  queryOf(terms.termSubjects, { params: { termId } });

/** Paths to refresh when terms, subjects or their students change. */
export const subjectPaths = [
  '/subjects',
  '/terms',
  '/enrollments',
  overview.listStudentEnrolments.path,
];
