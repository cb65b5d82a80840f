import { people } from '@campus/contract';
import { queryOf } from '../../lib/query.ts';

/** A teacher's profile; null where the server has nothing to say about the person. */
export const teacherProfileOptions = (email: string) =>
  queryOf(people.facultyByEmail, { params: { email } });
