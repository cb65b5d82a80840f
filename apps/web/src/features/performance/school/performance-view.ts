import { schoolPerformance } from '@campus/contract';
import { type Address, oneOf, pageOf, textOf } from '../../../lib/use-address-view.ts';
import type { Scope } from '../performance.api.ts';

export type ScoreSort = (typeof schoolPerformance.scoreSorts)[number];

const id = (value: unknown): string => (/^\d{1,18}$/.test(textOf(value)) ? textOf(value) : '');

export const readPerformanceView = (address: Address) => ({
  /** Blank for the latest term with results, `all` for every term. */
  term: address['term'] === 'all' ? 'all' : id(address['term']),
  /** Blank for every subject. */
  subject: id(address['subject']),
  search: textOf(address['search']),
  sort: oneOf(address['sort'], schoolPerformance.scoreSorts, 'name'),
  order: oneOf(address['order'], ['asc', 'desc'], 'asc'),
  page: pageOf(address['page']),
});

/** What the page shows, as kept in its address. */
export type PerformanceView = ReturnType<typeof readPerformanceView>;

export const firstView = readPerformanceView({});

export const scopeOf = ({ term, subject }: PerformanceView): Scope => ({
  ...(term && { termId: term }),
  ...(subject && { subjectId: subject }),
});

export interface ViewProps {
  readonly view: PerformanceView;
  readonly setView: (change: Partial<PerformanceView>) => void;
}
