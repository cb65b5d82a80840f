import { schoolPerformance } from '@campus/contract';
import { type SearchParams, enumParam, pageParam, textParam } from '../../../lib/use-url-state.ts';
import type { Scope } from '../performance.api.ts';

export type ScoreSort = (typeof schoolPerformance.scoreSorts)[number];

const id = (value: unknown): string =>
  /^\d{1,18}$/.test(textParam(value)) ? textParam(value) : '';

export const readPerformanceView = (address: SearchParams) => ({
  /** Blank for the latest term with results, `all` for every term. */
  term: address['term'] === 'all' ? 'all' : id(address['term']),
  /** Blank for every subject. */
  subject: id(address['subject']),
  search: textParam(address['search']),
  sort: enumParam(address['sort'], schoolPerformance.scoreSorts, 'name'),
  order: enumParam(address['order'], ['asc', 'desc'], 'asc'),
  page: pageParam(address['page']),
});

/** What the page shows, as kept in its address. */
export type PerformanceView = ReturnType<typeof readPerformanceView>;

export const defaultView = readPerformanceView({});

export const scopeOf = ({ term, subject }: PerformanceView): Scope => ({
  ...(term && { termId: term }),
  ...(subject && { subjectId: subject }),
});

export interface ViewProps {
  readonly view: PerformanceView;
  readonly setView: (change: Partial<PerformanceView>) => void;
}
