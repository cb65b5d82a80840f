import { type BodyIn, type Enrollment, people, subjects } from '@campus/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

export const enrollmentsOptions = queryOptions({
  queryKey: ['subjects', 'enrollments'],
  queryFn: ({ signal }): Promise<readonly Enrollment[]> =>
    call(subjects.listEnrollments, { signal }),
});

const suggestions = 6;

/** Teachers whose name, department or e-mail contains the text. */
export const teachersOptions = (search: string) =>
  queryOptions({
    queryKey: ['subjects', 'teachers', search],
    queryFn: ({ signal }) =>
      call(people.listFaculty, { query: { search, limit: suggestions }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export const createForAll = (body: object) =>
  call(subjects.createForAll, { body: body as BodyIn<typeof subjects.createForAll> });
