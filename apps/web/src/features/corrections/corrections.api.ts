import { type BodyIn, type CorrectionChange, corrections, people } from '@campus/contract';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, callWithHeaders } from '../../lib/call.ts';
import { pageQueryOf, queryOf, refresh } from '../../lib/query.ts';
import type { ListPlace } from '../../lib/use-list-place.ts';
import { isFound, readStudents } from './students/read-students.ts';

export const pageSize = 10;

/** How often what others do is asked for while a page stands open. */
const watching = { refetchInterval: 30_000 } as const;

const searched = (search: string) => (search ? { search } : {});

export const studentsQuery = ({ search, page }: ListPlace<'all'>) =>
  queryOptions({
    queryKey: [people.listStudents.path, search, page, 'read'],
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

export const refreshCorrections = (client: QueryClient): Promise<void> =>
  refresh(client, '/corrections');

export const openOfStudentQuery = (email: string) =>
  queryOf(corrections.openOfStudent, { params: { email } });

export const myRequestsQuery = (page: number) =>
  // Opened to see what is new: never from memory alone.
  pageQueryOf(corrections.ownCorrections, { query: { limit: pageSize, page }, staleTime: 0 });

export const unseenQuery = queryOf(corrections.countUnseen, watching);

export const markSeen = (ids: string[]) => call(corrections.markSeen, { body: { ids } });

export type NewRequest = BodyIn<typeof corrections.requestCorrection>;
export const sendRequest = (body: NewRequest) => call(corrections.requestCorrection, { body });

export const requestParts = ['open', 'decided'] as const;
export type RequestPart = (typeof requestParts)[number];

export const requestsQuery = ({ part, search, page }: ListPlace<RequestPart>) =>
  pageQueryOf(corrections.listCorrections, {
    query: { state: part, limit: pageSize, page, ...searched(search) },
    ...watching,
  });

export const openCountQuery = queryOf(corrections.countOpen, watching);

/** Approves what is proposed in place of what the administrator has on screen (`now`). */
export const approve = (id: string, changes: readonly CorrectionChange[]) =>
  call(corrections.approveCorrection, {
    params: { id },
    body: { seen: Object.fromEntries(changes.map(({ field, now }) => [field, now])) },
  });

export const refuse = (id: string, note: string) =>
  call(corrections.refuseCorrection, { params: { id }, body: { note } });
