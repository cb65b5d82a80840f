import { corrections } from '@campus/contract';
import { queryOf } from '../../lib/query.ts';

/** How often what others do is asked for while a page stands open. */
export const watching = { refetchInterval: 30_000 } as const;

/** What to refresh after a request was made or decided. */
export const correctionPaths = ['/corrections'];

export const openCountQuery = queryOf(corrections.countOpen, watching);

export const requestParts = ['open', 'decided'] as const;
export type RequestPart = (typeof requestParts)[number];
