import { people } from '@campus/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';

export type SortColumn = (typeof people.studentSortColumns)[number];

const shown = ['active', 'withdrawn', 'deactivated', 'all'] as const;

/** What of a list is on screen. It is kept in the address, so that it survives a reload or a link. */
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

export const firstView: ListView = {
  search: '',
  page: 1,
  sort: 'name',
  order: 'asc',
  course: '',
  branch: '',
  semester: null,
  year: null,
  show: 'active',
};

/** How many filters narrow the list. */
export const filtersIn = (view: ListView): number =>
  (['course', 'branch', 'semester', 'year', 'show'] as const).filter(
    (filter) => view[filter] !== firstView[filter],
  ).length;

const isSortColumn = (value: unknown): value is SortColumn =>
  people.studentSortColumns.some((column) => column === value);

const whole = (value: unknown, max: number): number | null => {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0;
  return Number.isSafeInteger(number) && number >= 1 && number <= max ? number : null;
};

const text = (value: unknown): string =>
  ['string', 'number'].includes(typeof value) ? String(value).trim().slice(0, 200) : '';

/** The address bar is a person's to edit: what is not a view there counts as not written. */
export const readView = (address: Readonly<Record<string, unknown>>): ListView => ({
  search: text(address['search']),
  page: whole(address['page'], 1_000_000) ?? 1,
  sort: isSortColumn(address['sort']) ? address['sort'] : firstView.sort,
  order: address['order'] === 'desc' ? 'desc' : 'asc',
  course: text(address['course']),
  branch: text(address['branch']),
  semester: whole(address['semester'], 99),
  year: whole(address['year'], 9999),
  show: shown.find((one) => one === address['show']) ?? firstView.show,
});

/** What differs from the first view; the rest stays out of the address. */
export const writeView = (view: ListView): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(view).filter(([key, value]) => value !== firstView[key as keyof ListView]),
  );

export const useListView = () => {
  const view = readView(useSearch({ strict: false }));
  const navigate = useNavigate();
  const setView = (change: Partial<ListView>): void => {
    void navigate({
      to: '.',
      search: writeView({ ...view, page: 1, ...change }),
      replace: true,
      resetScroll: false,
    });
  };
  return { view, setView };
};
