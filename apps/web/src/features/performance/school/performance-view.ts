import { schoolPerformance } from '@campus/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Scope } from '../performance.api.ts';

export type ScoreSort = (typeof schoolPerformance.scoreSorts)[number];

/** What of the page is on screen; kept in the address, so that it survives a reload or a link. */
export interface PerformanceView {
  /** Blank for the latest term with results, `all` for every term. */
  readonly term: string;
  /** Blank for every subject. */
  readonly subject: string;
  readonly search: string;
  readonly sort: ScoreSort;
  readonly order: 'asc' | 'desc';
  readonly page: number;
}

export const firstView: PerformanceView = {
  term: '',
  subject: '',
  search: '',
  sort: 'name',
  order: 'asc',
  page: 1,
};

const text = (value: unknown): string =>
  ['string', 'number'].includes(typeof value) ? String(value).trim().slice(0, 200) : '';

const id = (value: unknown): string => (/^\d{1,18}$/.test(text(value)) ? text(value) : '');

/** The address bar is a person's to edit: what is no view there counts as not written. */
export const readPerformanceView = (
  address: Readonly<Record<string, unknown>>,
): PerformanceView => {
  const page = Number(address['page']);
  return {
    term: address['term'] === 'all' ? 'all' : id(address['term']),
    subject: id(address['subject']),
    search: text(address['search']),
    sort: schoolPerformance.scoreSorts.find((one) => one === address['sort']) ?? firstView.sort,
    order: address['order'] === 'desc' ? 'desc' : 'asc',
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
};

/** What differs from the first view; the rest stays out of the address. */
export const writePerformanceView = (view: PerformanceView): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(view).filter(
      ([key, value]) => value !== firstView[key as keyof PerformanceView],
    ),
  );

export const scopeOf = ({ term, subject }: PerformanceView): Scope => ({
  ...(term && { termId: term }),
  ...(subject && { subjectId: subject }),
});

/** `setView` turns to the first page unless it is told another one. */
export const usePerformanceView = () => {
  const view = readPerformanceView(useSearch({ strict: false }));
  const navigate = useNavigate();
  const setView = (change: Partial<PerformanceView>): void => {
    void navigate({
      to: '.',
      search: writePerformanceView({ ...view, page: 1, ...change }),
      replace: true,
      resetScroll: false,
    });
  };
  return { view, setView };
};

export interface ViewProps {
  readonly view: PerformanceView;
  readonly setView: (change: Partial<PerformanceView>) => void;
}
