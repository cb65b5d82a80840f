import { type QueryIn, schoolPerformance } from '@campus/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../lib/call.ts';

/** Of which results: the latest term with any, another term, `all` of them, or one subject. */
export type Scope = QueryIn<typeof schoolPerformance.schoolPerformance>;

export type ScoreQuery = Omit<
  QueryIn<typeof schoolPerformance.listStudentScores>,
  'limit' | 'page'
>;

export const choicesQuery = queryOptions({
  queryKey: ['performance', 'choices'],
  queryFn: ({ signal }) => call(schoolPerformance.performanceChoices, { signal }),
});

export const schoolQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ['performance', 'school', scope],
    queryFn: ({ signal }) => call(schoolPerformance.schoolPerformance, { query: scope, signal }),
    placeholderData: keepPreviousData,
  });

/** `page` from 1. */
export const scoresQuery = (query: ScoreQuery, page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['performance', 'students', query, page, pageSize],
    queryFn: ({ signal }) =>
      callPage(schoolPerformance.listStudentScores, {
        query: { ...query, limit: pageSize, page },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const decliningQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ['performance', 'fallen', scope],
    queryFn: ({ signal }) =>
      call(schoolPerformance.listDecliningStudents, { query: scope, signal }),
    placeholderData: keepPreviousData,
  });
