import { studentResults } from '@campus/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** A student's published results, term by term, the latest first. */
export const studentResultsQuery = (email: string) =>
  queryOptions({
    queryKey: ['exams', 'of-student', email],
    queryFn: ({ signal }) => call(studentResults.studentResults, { params: { email }, signal }),
    staleTime: 0,
  });
