import { overview, terms } from '@campus/contract';
import { queryOf } from '../../../lib/query.ts';

export const termSubjectsQuery = (termId: string) =>
  queryOf(terms.termSubjects, { params: { termId } });

/** What shows terms, subjects or their students. */
export const subjectPaths = [
  '/subjects',
  '/terms',
  '/enrollments',
  overview.listStudentEnrolments.path,
];
