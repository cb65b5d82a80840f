import { attendance } from '@campus/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** By subject; follows marks as they are made, less eagerly than the records do. */
export const studentPercentagesQuery = (email: string) =>
  queryOptions({
    queryKey: ['attendance', 'percentages', email],
    queryFn: ({ signal }) => call(attendance.studentPercentages, { params: { email }, signal }),
    refetchInterval: 4_000,
    refetchIntervalInBackground: false,
    staleTime: 0,
  });
