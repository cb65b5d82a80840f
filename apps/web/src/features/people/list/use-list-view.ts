import { people } from '@campus/contract';
import {
  type Address,
  oneOf,
  pageOf,
  textOf,
  useAddressView,
  wholeNumberOf,
} from '../../../lib/use-address-view.ts';

export type SortColumn = (typeof people.studentSortColumns)[number];

const shown = ['active', 'withdrawn', 'deactivated', 'all'] as const;

/** What of a list is on screen. */
export interface ListView {
  readonly search: string;
  readonly page: number;
  readonly sort: SortColumn;
  readonly order: 'asc' | 'desc';
  /** Filters; blank or null for any. */
  readonly course: string;
  readonly branch: string;
  readonly semester: number | null;
  readonly year: number | null;
  readonly show: (typeof shown)[number];
}

export const readView = (address: Address): ListView => ({
  search: textOf(address['search']),
  page: pageOf(address['page']),
  sort: oneOf(address['sort'], people.studentSortColumns, 'name'),
  order: oneOf(address['order'], ['asc', 'desc'], 'asc'),
  course: textOf(address['course']),
  branch: textOf(address['branch']),
  semester: wholeNumberOf(address['semester'], 1, 99, null),
  year: wholeNumberOf(address['year'], 1, 9999, null),
  show: oneOf(address['show'], shown, 'active'),
});

export const firstView = readView({});

/** How many filters narrow the list. */
export const filtersIn = (view: ListView): number =>
  (['course', 'branch', 'semester', 'year', 'show'] as const).filter(
    (filter) => view[filter] !== firstView[filter],
  ).length;

export const useListView = () => useAddressView(readView);
