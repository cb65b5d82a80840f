import { attendance } from '@campus/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** A teacher's subjects of the open term, with the students enrolled today. */
export const taughtSubjectsQuery = (email: string) =>
  queryOptions({
    queryKey: ['attendance', 'taught', email],
    queryFn: ({ signal }) => call(attendance.facultySubjects, { params: { email }, signal }),
  });
