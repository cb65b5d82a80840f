import { people } from '@campus/contract';
import { queryOf } from '../../lib/query.ts';

/** A teacher's profile; null if the server has none. */
export const teacherProfileOptions = (email: string) =>
  queryOf(people.facultyByEmail, { params: { email } });
