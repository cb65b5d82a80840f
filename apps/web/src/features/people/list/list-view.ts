import { people, shownStudents } from '@campus/contract';
import {
  type SearchParams,
  enumParam,
  pageParam,
  textParam,
  intParam,
} from '../../../lib/use-url-state.ts';

export type SortColumn = (typeof people.studentSortColumns)[number];

export const readView = (address: SearchParams) => ({
  search: textParam(address['search']),
  page: pageParam(address['page']),
  sort: enumParam(address['sort'], people.studentSortColumns, 'name'),
  order: enumParam(address['order'], ['asc', 'desc'], 'asc'),
  // Filters: blank or null means any.
  course: textParam(address['course']),
  branch: textParam(address['branch']),
  semester: intParam(address['semester'], 99, null),
  year: intParam(address['year'], 9999, null),
  show: enumParam(address['show'], shownStudents, 'active'),
});

/** What a list shows, as kept in its address. */
export type ListView = ReturnType<typeof readView>;

export const defaultView = readView({});

/** How many filters are set. */
export const filtersIn = (view: ListView): number =>
  (['course', 'branch', 'semester', 'year', 'show'] as const).filter(
    (filter) => view[filter] !== defaultView[filter],
  ).length;
