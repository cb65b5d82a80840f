import {
  type BodyIn,
  type FacultyDetails,
  facultyRecords,
  people,
  type PersonChange,
  personHistory,
  type StudentDetails,
  studentRecords,
} from '@campus/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callWithHeaders } from '../../../lib/call.ts';

export const studentOptions = (id: string) =>
  queryOptions({
    queryKey: ['people', 'records', id],
    queryFn: ({ signal }): Promise<StudentDetails> =>
      call(studentRecords.readStudent, { params: { id }, signal }),
  });

export const facultyOptions = (id: string) =>
  queryOptions({
    queryKey: ['people', 'records', id],
    queryFn: ({ signal }): Promise<FacultyDetails> =>
      call(facultyRecords.readFaculty, { params: { id }, signal }),
  });

export const taughtOptions = (id: string) =>
  queryOptions({
    queryKey: ['people', 'records', id, 'subjects'],
    queryFn: ({ signal }) => call(facultyRecords.taughtSubjects, { params: { id }, signal }),
  });

const historyPage = 10;

interface HistoryPage {
  readonly changes: readonly PersonChange[];
  readonly next: string | null;
}

/** The last changes first, ten at a time. */
export const historyOptions = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['people', 'records', id, 'history'],
    queryFn: async ({ signal, pageParam }): Promise<HistoryPage> => {
      const query = { limit: historyPage, ...(pageParam && { cursor: pageParam }) };
      const answer = await callWithHeaders(personHistory.readHistory, {
        params: { id },
        query,
        signal,
      });
      return { changes: answer.reply, next: answer.nextCursor };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }: HistoryPage) => next,
  });

/** Teachers whose name or e-mail fits, for a field that suggests some. */
export const teachersLike = (search: string) =>
  queryOptions({
    queryKey: ['people', 'faculty', 'like', search],
    queryFn: ({ signal }) => call(people.listFaculty, { query: { search, limit: 8 }, signal }),
    enabled: search !== '',
  });

/** A record as the screen saw it. */
interface Seen {
  readonly id: string;
  readonly version: number;
}

/** The contract checks what a form of the table's fields sends. */
export const changeStudent = ({ id, version }: Seen, body: object): Promise<StudentDetails> =>
  call(studentRecords.changeStudent, { params: { id }, body, seen: version });
export const changeFaculty = ({ id, version }: Seen, body: object): Promise<FacultyDetails> =>
  call(facultyRecords.changeFaculty, { params: { id }, body, seen: version });

export const withdrawStudent = (id: string, on: string): Promise<StudentDetails> =>
  call(studentRecords.withdrawStudent, { params: { id }, body: { on } });
export const reinstateStudent = (id: string): Promise<StudentDetails> =>
  call(studentRecords.reinstateStudent, { params: { id } });
export const handOver = (id: string, body: BodyIn<typeof facultyRecords.handOver>) =>
  call(facultyRecords.handOver, { params: { id }, body });
