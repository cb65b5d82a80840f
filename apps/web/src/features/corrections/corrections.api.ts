import { type BodyIn, type CorrectionChange, corrections, people } from '@campus/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callPage, callWithHeaders } from '../../lib/call.ts';
import type { ListPlace } from '../../lib/use-list-place.ts';
import { isFound, readStudents } from './students/read-students.ts';

export const pageSize = 10;

/** How often what others do is asked for while a page stands open. */
const watching = { refetchInterval: 30_000 } as const;

const searched = (search: string) => (search ? { search } : {});

export const studentsQuery = ({ search, page }: ListPlace<'all'>) =>
  queryOptions({
    queryKey: ['people', 'students-of-teachers', search, page],
    queryFn: async ({ signal }) => {
      const query = { limit: pageSize, page, ...searched(search) };
      const answer = await callWithHeaders(people.listStudents, { query, signal });
      const before = (page - 1) * pageSize;
      const total = answer.headers.get('x-total-count');
      if (total !== null) return { rows: readStudents(answer.reply, before), total: Number(total) };
      // A server that knows of no pages sends everybody.
      const found = readStudents(answer.reply, 0).filter((student) => isFound(student, search));
      return { rows: found.slice(before, before + pageSize), total: found.length };
    },
    placeholderData: keepPreviousData,
  });

/** What all queries about correction requests begin with. */
export const correctionsKey = ['corrections'] as const;

export const openOfStudentQuery = (email: string) =>
  queryOptions({
    queryKey: [...correctionsKey, 'student', email],
    queryFn: ({ signal }) => call(corrections.openOfStudent, { params: { email }, signal }),
  });

export const myRequestsKey = [...correctionsKey, 'mine'] as const;
export const myRequestsQuery = (page: number) =>
  queryOptions({
    queryKey: [...myRequestsKey, page],
    queryFn: ({ signal }) =>
      callPage(corrections.ownCorrections, { query: { limit: pageSize, page }, signal }),
    placeholderData: keepPreviousData,
    // Opened to see what is new: never from memory alone.
    staleTime: 0,
  });

export const unseenKey = [...correctionsKey, 'unseen'] as const;
export const unseenQuery = queryOptions({
  queryKey: unseenKey,
  queryFn: ({ signal }) => call(corrections.countUnseen, { signal }),
  ...watching,
});

export const markSeen = (ids: string[]) => call(corrections.markSeen, { body: { ids } });

export type NewRequest = BodyIn<typeof corrections.requestCorrection>;
export const sendRequest = (body: NewRequest) => call(corrections.requestCorrection, { body });

export const requestParts = ['open', 'decided'] as const;
export type RequestPart = (typeof requestParts)[number];

export const requestsQuery = ({ part, search, page }: ListPlace<RequestPart>) =>
  queryOptions({
    queryKey: [...correctionsKey, 'list', part, search, page],
    queryFn: ({ signal }) =>
      callPage(corrections.listCorrections, {
        query: { state: part, limit: pageSize, page, ...searched(search) },
        signal,
      }),
    placeholderData: keepPreviousData,
    ...watching,
  });

export const openCountQuery = queryOptions({
  queryKey: [...correctionsKey, 'open-count'],
  queryFn: ({ signal }) => call(corrections.countOpen, { signal }),
  ...watching,
});

/** Approves what is proposed in place of what the administrator has on screen (`now`). */
export const approve = (id: string, changes: readonly CorrectionChange[]) =>
  call(corrections.approveCorrection, {
    params: { id },
    body: { seen: Object.fromEntries(changes.map(({ field, now }) => [field, now])) },
  });

export const refuse = (id: string, note: string) =>
  call(corrections.refuseCorrection, { params: { id }, body: { note } });
