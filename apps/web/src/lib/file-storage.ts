import { assignments } from '@campus/contract';
import { queryOf } from './query.ts';

/** How much more can be stored with this assignment, or with a new one if no id is given. */
export const fileStorageQuery = (assignmentId?: string) =>
  queryOf(assignments.readStorage, { query: assignmentId ? { assignmentId } : {}, staleTime: 0 });
