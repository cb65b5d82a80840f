import { assignments } from '@campus/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** How much can still be stored with an assignment, without one with a new one. */
export const fileStorageQuery = (assignmentId?: string) =>
  queryOptions({
    queryKey: ['assignments', 'storage', assignmentId ?? 'new'],
    queryFn: ({ signal }) =>
      call(assignments.readStorage, { query: assignmentId ? { assignmentId } : {}, signal }),
    staleTime: 0,
  });
