import {
  type BodyIn,
  type FacultyListItem,
  people,
  type StudentListItem,
  studentRecords,
} from '@campus/contract';
import { queryOptions } from '@tanstack/react-query';
import { type Answer, call, callWithHeaders } from '../../lib/call.ts';
import { saveDownload } from '../../lib/save-download.ts';
import type { ListView } from './list/use-list-view.ts';

export const pageSize = 10;

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** All matches, of every page. */
  readonly total: number;
  /** From 1. */
  readonly page: number;
}

/** Which page: by its number, or the one that holds the person with this e-mail. */
export type Wanted = { readonly page: number } | { readonly around: string };

/** A list of people that is read page by page. */
export interface PeopleList<Row> {
  readonly key: string;
  readonly read: (view: ListView, wanted: Wanted, signal: AbortSignal) => Promise<Page<Row>>;
}

const pageOf = <Row>({ reply, headers }: Answer<readonly Row[]>): Page<Row> => ({
  rows: reply,
  total: Number(headers.get('x-total-count') ?? reply.length),
  page: Number(headers.get('x-page') ?? 1),
});

/** What of the students a view lists, and in which order. */
const studentQuery = ({ sort, order, search, course, branch, semester, year, show }: ListView) => ({
  sort,
  order,
  ...(search && { search }),
  ...(course && { course }),
  ...(branch && { branch }),
  ...(semester !== null && { semester }),
  ...(year !== null && { year }),
  ...(show !== 'active' && { show }),
});

export const studentList: PeopleList<StudentListItem> = {
  key: people.listStudents.path,
  read: async (view, wanted, signal) => {
    const query = { limit: pageSize, ...studentQuery(view), ...wanted };
    return pageOf(await callWithHeaders(people.listStudents, { query, signal }));
  },
};

export const facultyList: PeopleList<FacultyListItem> = {
  key: people.listFaculty.path,
  read: async ({ search, show }, wanted, signal) => {
    const query = {
      limit: pageSize,
      ...(search && { search }),
      ...((show === 'deactivated' || show === 'all') && { show }),
      ...wanted,
    };
    return pageOf(await callWithHeaders(people.listFaculty, { query, signal }));
  },
};

/** What the filters offer. */
export const filterOptions = queryOptions({
  queryKey: [people.listStudents.path, 'filters'],
  queryFn: ({ signal }) => call(studentRecords.studentFilters, { signal }),
});

/** Saves everybody a view lists, of every page, as a CSV file. */
export const exportStudents = (view: ListView): Promise<void> =>
  saveDownload(
    studentRecords.exportStudents,
    call(studentRecords.exportStudents, { query: studentQuery(view) }),
  );

export const listKey = (list: { readonly key: string }) => [list.key] as const;

export const pageOptions = <Row>(list: PeopleList<Row>, view: ListView) =>
  queryOptions({
    queryKey: [...listKey(list), view],
    queryFn: ({ signal }) => list.read(view, { page: view.page }, signal),
  });

/** The page that holds the person with this e-mail, always asked again. */
export const aroundOptions = <Row>(list: PeopleList<Row>, view: ListView, email: string) =>
  queryOptions({
    queryKey: [...listKey(list), 'around', view, email],
    queryFn: ({ signal }) => list.read(view, { around: email }, signal),
    staleTime: 0,
    gcTime: 0,
  });

/** The contract checks what a form of the table's fields sends. */
export const createStudent = (body: object) =>
  call(people.createStudent, { body: body as BodyIn<typeof people.createStudent> });
export const createFaculty = (body: object) =>
  call(people.createFaculty, { body: body as BodyIn<typeof people.createFaculty> });
