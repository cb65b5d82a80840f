import { isIsoDate } from '@campus/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';

export type LowSort = 'percentage' | 'name' | 'rollNo';

/** What of the page is on screen; kept in the address, so that it survives a reload or a link. */
export interface OfficeView {
  readonly tab: 'day' | 'low';
  /** Null for today. */
  readonly date: string | null;
  readonly search: string;
  /** Only subjects that are not taken. */
  readonly open: boolean;
  /** A whole number of percent; null for the one that is expected. */
  readonly below: number | null;
  readonly by: 'term' | 'subject';
  readonly sort: LowSort;
  readonly order: 'asc' | 'desc';
  readonly page: number;
}

export const firstView: OfficeView = {
  tab: 'day',
  date: null,
  search: '',
  open: false,
  below: null,
  by: 'term',
  sort: 'percentage',
  order: 'asc',
  page: 1,
};

const oneOf = <T extends string>(value: unknown, known: readonly T[], first: T): T =>
  known.find((one) => one === value) ?? first;

const wholeBetween = <T>(value: unknown, least: number, most: number, first: T): number | T => {
  const number = Number(value);
  return Number.isInteger(number) && number >= least && number <= most ? number : first;
};

/** The address bar is a person's to edit: what is no view there counts as not written. */
export const readOfficeView = (address: Readonly<Record<string, unknown>>): OfficeView => {
  const date = address['date'];
  return {
    tab: oneOf(address['tab'], ['day', 'low'], firstView.tab),
    date: typeof date === 'string' && isIsoDate(date) ? date : null,
    search: ['string', 'number'].includes(typeof address['search'])
      ? String(address['search']).trim().slice(0, 200)
      : '',
    open: address['open'] === true,
    below: wholeBetween(address['below'], 1, 100, firstView.below),
    by: oneOf(address['by'], ['term', 'subject'], firstView.by),
    sort: oneOf(address['sort'], ['percentage', 'name', 'rollNo'], firstView.sort),
    order: oneOf(address['order'], ['asc', 'desc'], firstView.order),
    page: wholeBetween(address['page'], 1, 1_000_000, 1),
  };
};

/** What differs from the first view; the rest stays out of the address. */
export const writeOfficeView = (view: OfficeView): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(view).filter(([key, value]) => value !== firstView[key as keyof OfficeView]),
  );

/** `setView` turns to the first page unless it is told another one. */
export const useOfficeView = () => {
  const view = readOfficeView(useSearch({ strict: false }));
  const navigate = useNavigate();
  const setView = (change: Partial<OfficeView>): void => {
    void navigate({
      to: '.',
      search: writeOfficeView({ ...view, page: 1, ...change }),
      replace: true,
      resetScroll: false,
    });
  };
  return { view, setView };
};
