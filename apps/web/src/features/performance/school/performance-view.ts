import { schoolPerformance } from '@campus/contract';
import {
  type Address,
  oneOf,
  pageOf,
  textOf,
  useAddressView,
} from '../../../lib/use-address-view.ts';
import type { Scope } from '../performance.api.ts';

export type ScoreSort = (typeof schoolPerformance.scoreSorts)[number];

/** What of the page is on screen. */
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

const id = (value: unknown): string => (/^\d{1,18}$/.test(textOf(value)) ? textOf(value) : '');

export const readPerformanceView = (address: Address): PerformanceView => ({
  term: address['term'] === 'all' ? 'all' : id(address['term']),
  subject: id(address['subject']),
  search: textOf(address['search']),
  sort: oneOf(address['sort'], schoolPerformance.scoreSorts, 'name'),
  order: oneOf(address['order'], ['asc', 'desc'], 'asc'),
  page: pageOf(address['page']),
});

export const firstView = readPerformanceView({});

export const scopeOf = ({ term, subject }: PerformanceView): Scope => ({
  ...(term && { termId: term }),
  ...(subject && { subjectId: subject }),
});

export const usePerformanceView = () => useAddressView(readPerformanceView);

export interface ViewProps {
  readonly view: PerformanceView;
  readonly setView: (change: Partial<PerformanceView>) => void;
}
