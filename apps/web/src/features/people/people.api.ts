import { people } from '@campus/contract';
import { pageQueryOf } from '../../lib/query.ts';
import type { ListView } from './list/list-view.ts';

/** Which page: by its number, or the one that contains the person with this e-mail. */
export type PageRequest = { readonly page: number } | { readonly around: string };

/** The query parameters of a view: filters and order. */
export const studentQuery = ({ sort, order, search, semester, year, ...view }: ListView) => ({
  sort,
  order,
  search: search || undefined,
  course: view.course || undefined,
  branch: view.branch || undefined,
  semester: semester ?? undefined,
  year: year ?? undefined,
  show: view.show === 'active' ? undefined : view.show,
});

export const studentsPage = (view: ListView, wanted: PageRequest) =>
  pageQueryOf(people.listStudents, { query: { limit: 10, ...studentQuery(view), ...wanted } });

export const teachersPage = ({ search, show }: ListView, wanted: PageRequest) =>
  pageQueryOf(people.listFaculty, {
    query: {
      limit: 10,
      search: search || undefined,
      show: show === 'active' || show === 'withdrawn' || show === 'graduated' ? undefined : show,
      ...wanted,
    },
  });
