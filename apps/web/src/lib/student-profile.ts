import { people } from '@campus/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** A student's profile; null where the server has nothing to say about the person. */
export const studentProfileQuery = (email: string) =>
  queryOptions({
    queryKey: [people.studentByEmail.path, email],
    queryFn: async ({ signal }) =>
      (await call(people.studentByEmail, { params: { email }, signal })) ?? null,
  });
