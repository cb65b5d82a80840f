import { terms } from '@campus/contract';
import type { QueryClient } from '@tanstack/react-query';
import { queryOf, refresh } from '../../../lib/query.ts';

export const termSubjectsQuery = (termId: string) =>
  queryOf(terms.termSubjects, { params: { termId } });

/** After something of terms, subjects or their students has changed. */
export const refreshSubjects = (client: QueryClient): Promise<void> =>
  refresh(client, '/subjects', '/terms', '/enrollments');
