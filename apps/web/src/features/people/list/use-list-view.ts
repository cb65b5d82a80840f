import { people } from '@campus/contract';
import {
  type Address,
  oneOf,
  pageOf,
  textOf,
  wholeNumberOf,
} from '../../../lib/use-address-view.ts';

export type SortColumn = (typeof people.studentSortColumns)[number];

export const readView = (address: Address) => ({
  search: textOf(address['search']),
  page: pageOf(address['page']),
  sort: oneOf(address['sort'], people.studentSortColumns, 'name'),
  order: oneOf(address['order'], ['asc', 'desc'], 'asc'),
  // Filters: blank or null means any.
  course: textOf(address['course']),
  branch: textOf(address['branch']),
  semester: wholeNumberOf(address['semester'], 1, 99, null),
  year: wholeNumberOf(address['year'], 1, 9999, null),
  show: oneOf(
    address['show'],
    [
      'active',
      'never_invited',
      'invitation_expired',
      'withdrawn',
      'graduated',
      'deactivated',
      'all',
    ],
    'active',
  ),
});

/** What a list shows, as kept in its address. */
export type ListView = ReturnType<typeof readView>;

export const firstView = readView({});

/** How many filters are set. */
export const filtersIn = (view: ListView): number =>
  (['course', 'branch', 'semester', 'year', 'show'] as const).filter(
    (filter) => view[filter] !== firstView[filter],
  ).length;
