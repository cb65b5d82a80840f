import { attendance } from '@campus/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { fetchOrOfflineCopy } from './offline-replies.ts';

/** A teacher's subjects of the open term and the classes they mark, with the students enrolled today. */
export const taughtSubjectsQuery = (email: string) =>
  queryOptions({
    queryKey: [attendance.facultySubjects.path, email],
    queryFn: ({ signal }) =>
      fetchOrOfflineCopy(`classes ${email}`, signal, (until) =>
        call(attendance.facultySubjects, { params: { email }, signal: until }),
      ),
  });
