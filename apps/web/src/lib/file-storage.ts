import { assignments } from '@campus/contract';
import { queryOf } from './query.ts';

/** How much can still be stored with an assignment, without one with a new one. */
export const fileStorageQuery = (assignmentId?: string) =>
  queryOf(assignments.readStorage, { query: assignmentId ? { assignmentId } : {}, staleTime: 0 });
