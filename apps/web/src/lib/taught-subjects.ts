import { attendance } from '@campus/contract';
import { queryOf } from './query.ts';

/** A teacher's subjects of the open term, with the students enrolled today. */
export const taughtSubjectsQuery = (email: string) =>
  queryOf(attendance.facultySubjects, { params: { email } });
