import { type QueryIn, schoolPerformance } from '@campus/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { queryOf } from '../../lib/query.ts';

/** Which results: the latest term with any, another term, `all` terms, or one subject. */
export type Scope = QueryIn<typeof schoolPerformance.schoolPerformance>;

export const schoolQuery = (scope: Scope) =>
  queryOf(schoolPerformance.schoolPerformance, {
    query: scope,
    placeholderData: keepPreviousData,
  });

/** The latest term with published results when `termId` is null. */
export const monthlyMarksQuery = (email: string, termId: string | null) =>
  queryOf(schoolPerformance.monthlyMarks, {
    params: { email },
    query: { termId: termId ?? undefined },
    placeholderData: keepPreviousData,
  });
