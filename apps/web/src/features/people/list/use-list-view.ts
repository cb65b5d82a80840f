import { people } from '@campus/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';

export type SortColumn = (typeof people.studentSortColumns)[number];

/** What of a list is on screen. It is kept in the address, so that it survives a reload or a link. */
export interface ListView {
  readonly search: string;
  readonly page: number;
  readonly sort: SortColumn;
  readonly order: 'asc' | 'desc';
}

const first: ListView = { search: '', page: 1, sort: 'name', order: 'asc' };

const isSortColumn = (value: unknown): value is SortColumn =>
  people.studentSortColumns.some((column) => column === value);

const pageNumber = (value: unknown): number => {
  const page = Number(value);
  return Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
};

/** The address bar is a person's to edit: what is not a view there counts as not written. */
export const readView = (address: Readonly<Record<string, unknown>>): ListView => ({
  search: ['string', 'number'].includes(typeof address['search'])
    ? String(address['search']).trim().slice(0, 200)
    : '',
  page: pageNumber(address['page']),
  sort: isSortColumn(address['sort']) ? address['sort'] : first.sort,
  order: address['order'] === 'desc' ? 'desc' : 'asc',
});

/** What differs from the first view; the rest stays out of the address. */
export const writeView = (view: ListView): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(view).filter(([key, value]) => value !== first[key as keyof ListView]),
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
